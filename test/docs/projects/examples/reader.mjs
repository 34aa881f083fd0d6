import { createSignalReader } from 'dualgate/signals';

const reader = createSignalReader(
  { phase: 'GREEN', iteration: 1, nonce: null, tests: 'must_pass' },
  { dialect: 'ralph', envelope: 'claude-json' },
);
for await (const chunk of process.stdin) reader.write(chunk);
console.log(reader.end());
