#!/usr/bin/env bash
# tokenlens 1.3.1 beside @pydantic/genai-prices 0.1.8 (npm; 2026), the price of one answer, 2026-11-30.
#
# Guess: a model has one price, however its provider is written before it, or is unknown; tokens read from a cache are
# paid at their own price alone; both count the same tokens of one answer.
# Behaviour: for tokenlens openai:gpt-4o has a price and openai/gpt-4o is known and costs 0; a name that it does not
# know has none. Tokens of the cache are paid twice, in full among the input and once more as cached, since the AI SDK
# counts them in inputTokens. Of an answer of Anthropic, where they are not, it leaves them out of the input, and a
# usage of Gemini is 0. genai-prices reads all four.
# Seen, 1100 in, 1000 of them cached, 100 out:
#   tokenlens   openai:gpt-4o 0.005    openai/gpt-4o 0    anthropic:claude-sonnet-4-5 undefined
#   genai-prices               0.0025
#   input of usages by OpenAI, Anthropic, Gemini    tokenlens 1100, 100, 0    genai-prices 1100, 1100, 1100
#
# Why it matters: a budget that adds such prices is spent too early with one sign and never with another. Take what
# the provider bills, and hold where a price is 0 or missing.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error tokenlens@1.3.1 @pydantic/genai-prices@0.1.8 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >prices.mjs <<'JS'
import { calcPrice, extractUsage, findProvider } from '@pydantic/genai-prices';
import { costFromUsage, normalizeUsage } from 'tokenlens';
const usage = { inputTokens: 1100, outputTokens: 100, totalTokens: 1200, cachedInputTokens: 1000 };
for (const id of ['openai:gpt-4o', 'openai/gpt-4o', 'anthropic:claude-sonnet-4-5'])
  console.log(`${id}: ${costFromUsage({ id, usage })?.toFixed(4)}`);
const price = calcPrice({ input_tokens: 1100, cache_read_tokens: 1000, output_tokens: 100 }, 'gpt-4o', { providerId: 'openai' });
console.log(`genai-prices: ${price.total_price.toFixed(4)}`);
const answers = {
  openai: { model: 'gpt-4o', usage: { prompt_tokens: 1100, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 1000 } } },
  anthropic: { model: 'claude-sonnet-4-5', usage: { input_tokens: 100, output_tokens: 100, cache_read_input_tokens: 1000 } },
  google: { modelVersion: 'gemini-2.5-pro', usageMetadata: { promptTokenCount: 1100, candidatesTokenCount: 100, cachedContentTokenCount: 1000 } },
};
for (const [providerId, body] of Object.entries(answers)) {
  const read = extractUsage(findProvider({ providerId }), body, providerId === 'openai' ? 'chat' : undefined);
  console.log(`${providerId}: ${normalizeUsage(body.usage ?? body.usageMetadata).input}, ${read.usage.input_tokens}`);
}
JS
seen=$(node prices.mjs)
echo "$seen"
is 'prices' "$seen" 'openai:gpt-4o: 0.0050
openai/gpt-4o: 0.0000
anthropic:claude-sonnet-4-5: undefined
genai-prices: 0.0025
openai: 1100, 1100
anthropic: 100, 1100
google: 0, 1100'
