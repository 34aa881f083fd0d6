/** How each real agent program is pointed at a model on 127.0.0.1, and its own retries are turned down. */
import type { PresetName } from '../../../src/agents/programs/presets.ts';

/** `url` is the model server's, without a path. */
export interface AgentSetup {
  readonly model: string | null;
  readonly env: (home: string) => Readonly<Record<string, string>>;
  /** Files of the home, by path; objects are written as JSON. */
  readonly files?: (url: string) => Readonly<Record<string, string | object>>;
  /** More environment. */
  readonly connect?: (url: string) => Readonly<Record<string, string>>;
  /** A command that must run once. */
  readonly prepare?: (url: string) => readonly string[];
  /** Hosts that it contacts under all settings, as a proxy sees it. */
  readonly asks?: readonly string[];
}

const KEY = 'dummy';

export const AGENT_SETUPS: Readonly<Record<PresetName, AgentSetup>> = {
  pi: {
    model: 'scripted/scripted-model',
    env: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
    files: (url) => ({
      '.pi/agent/settings.json': { retry: { enabled: false, provider: { maxRetries: 0 } } },
      '.pi/agent/models.json': {
        providers: {
          scripted: {
            baseUrl: `${url}/v1`,
            api: 'openai-completions',
            apiKey: KEY,
            compat: { supportsDeveloperRole: false, supportsReasoningEffort: false },
            models: [{ id: 'scripted-model' }],
          },
        },
      },
    }),
  },
  codex: {
    model: 'scripted-model',
    env: (home) => ({ CODEX_HOME: `${home}/.codex`, SCRIPTED_KEY: KEY }),
    files: (url) => ({
      '.codex/config.toml': [
        'model_provider = "scripted"',
        'check_for_update_on_startup = false',
        '[analytics]',
        'enabled = false',
        // Else it asks other hosts for a list of plugins in every session.
        '[features]',
        'plugins = false',
        'apps = false',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${url}/v1"`,
        'env_key = "SCRIPTED_KEY"',
        'wire_api = "responses"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
        '',
      ].join('\n'),
    }),
  },
  claude: {
    model: 'sonnet',
    env: () => ({
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '1',
    }),
    connect: (url) => ({ ANTHROPIC_BASE_URL: url }),
  },
  gemini: {
    model: 'gemini-2.5-pro',
    env: () => ({ GEMINI_API_KEY: KEY }),
    files: () => ({
      '.gemini/settings.json': {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { maxAttempts: 1 },
      },
    }),
    connect: (url) => ({ GOOGLE_GEMINI_BASE_URL: url }),
  },
  qwen: {
    model: 'scripted-model',
    env: () => ({ OPENAI_API_KEY: KEY }),
    files: () => ({
      '.qwen/settings.json': {
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        model: { generationConfig: { maxRetries: 0 } },
      },
    }),
    connect: (url) => ({ OPENAI_BASE_URL: `${url}/v1` }),
  },
  opencode: {
    model: 'scripted/scripted-model',
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1' }),
    files: (url) => ({
      '.config/opencode/opencode.json': {
        autoupdate: false,
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: KEY },
            models: { 'scripted-model': { name: 'Scripted' } },
          },
        },
      },
    }),
    // Else it asks the registry of npm for a package of its own at every start, and no setting of its own stops that.
    connect: (url) => ({ npm_config_registry: `${url}/npm` }),
  },
  kilo: {
    model: 'scripted/scripted-model',
    env: () => ({ KILO_DISABLE_MODELS_FETCH: '1', KILO_DISABLE_DEFAULT_PLUGINS: '1', KILO_SESSION_RETRY_LIMIT: '1' }),
    files: (url) => ({
      '.config/kilo/kilo.json': {
        autoupdate: false,
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: KEY },
            models: { 'scripted-model': { name: 'Scripted' } },
          },
        },
      },
    }),
    // For the models of its makers, at every start.
    asks: ['CONNECT api.kilo.ai:443'],
    connect: (url) => ({ npm_config_registry: `${url}/npm` }),
  },
  continue: {
    model: null,
    env: () => ({}),
    files: (url) => ({
      '.continue/config.yaml': [
        'name: scripted',
        'version: 1.0.0',
        'schema: v1',
        'models:',
        '  - name: scripted',
        '    provider: openai',
        '    model: scripted-model',
        `    apiBase: ${url}/v1`,
        `    apiKey: ${KEY}`,
        '    roles: [chat]',
        '    capabilities: [tool_use]',
        '',
      ].join('\n'),
    }),
  },
  copilot: {
    model: 'scripted-model',
    env: () => ({ COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_TYPE: 'openai', COPILOT_PROVIDER_API_KEY: KEY }),
    connect: (url) => ({ COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_MODEL: 'scripted-model' }),
  },
  cline: {
    model: 'scripted-model',
    env: () => ({}),
    files: () => ({ '.cline/data/settings/global-settings.json': { telemetryOptOut: true, autoUpdateEnabled: false } }),
    // For switches of its makers, at every start.
    asks: ['CONNECT data.cline.bot:443'],
    prepare: (url) => [
      'cline',
      'auth',
      '--provider',
      'openai-compatible',
      '--apikey',
      KEY,
      '--modelid',
      'scripted-model',
      '--baseurl',
      `${url}/v1`,
    ],
  },
};
