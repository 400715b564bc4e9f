import type { Outbox } from './outbox';

/** One text message with a code. */
interface CodeMessage {
  phone: string;
  code: string;
  purpose: string;
}

/** Sends text messages. @throws when a message could not be handed over */
export interface SmsGateway {
  sendCode(message: CodeMessage): Promise<void>;
}

type Settings = Readonly<Record<string, string | undefined>>;

/**
 * Returns the gateway that the environment names: SMS_DRIVER=aliyun or tencent; without one the development outbox, and in production
 * none, so that asking for a code fails with a clear message instead of pretending.
 * @throws when settings of the chosen driver are missing, or its name is unknown
 */
export function createSmsGateway(env: Settings, outbox: Outbox, production: boolean, clock: () => number = Date.now): SmsGateway {
  switch (env['SMS_DRIVER'] ?? '') {
    case 'aliyun':
      return createAliyunGateway(env);
    case 'tencent':
      return createTencentGateway(env);
    case '':
      return production ? noGateway : createOutboxGateway(outbox, clock);
    default:
      throw new Error(`SMS_DRIVER must be aliyun or tencent, not ${JSON.stringify(env['SMS_DRIVER'])}`);
  }
}

const noGateway: SmsGateway = {
  sendCode: () => Promise.reject(new Error('No SMS gateway is configured: set SMS_DRIVER to aliyun or tencent.')),
};

/** Writes messages to the outbox instead of sending them. */
export function createOutboxGateway(outbox: Outbox, clock: () => number = Date.now): SmsGateway {
  return {
    sendCode: ({ phone, code, purpose }) => outbox.write({ time: new Date(clock()).toISOString(), kind: 'sms', to: phone, code, purpose }),
  };
}

interface AliyunClient {
  sendSms(request: unknown): Promise<{ body?: { code?: string; message?: string } }>;
}
type AliyunConstructor = new (config: Record<string, string>) => AliyunClient;
interface AliyunModule {
  default: AliyunConstructor & { default?: AliyunConstructor };
  SendSmsRequest: new (fields: Record<string, string>) => unknown;
}

/** Aliyun's Dysmsapi by its official SDK, loaded when the first message is sent. */
function createAliyunGateway(env: Settings): SmsGateway {
  const [accessKeyId, accessKeySecret, signName, templateCode] = requireSettings(env, commonSettings);
  const open = async (): Promise<(message: Record<string, string>) => ReturnType<AliyunClient['sendSms']>> => {
    const sdk = await load<AliyunModule>('@alicloud/dysmsapi20170525');
    const Client = sdk.default.default ?? sdk.default;
    const client = new Client({ accessKeyId, accessKeySecret, endpoint: 'dysmsapi.aliyuncs.com' });
    return (message) => client.sendSms(new sdk.SendSmsRequest(message));
  };
  let send: ReturnType<typeof open> | undefined;
  return {
    async sendCode({ phone, code }) {
      const message = { phoneNumbers: phone, signName, templateCode, templateParam: JSON.stringify({ code }) };
      const { body } = await (await (send ??= open()))(message);
      if (body?.code !== 'OK') throw new Error(`Aliyun refused a text message: ${body?.code ?? 'no reply'}`);
    },
  };
}

interface TencentClient {
  SendSms(request: Record<string, unknown>): Promise<{ SendStatusSet?: { Code?: string }[] }>;
}
interface TencentModule {
  sms: { v20210111: { Client: new (config: Record<string, unknown>) => TencentClient } };
}

/** Tencent Cloud's SMS by its official SDK, loaded when the first message is sent. */
function createTencentGateway(env: Settings): SmsGateway {
  const [secretId, secretKey, signName, templateId, appId] = requireSettings(env, [...commonSettings, 'SMS_APP_ID']);
  let client: Promise<TencentClient> | undefined;
  const open = async (): Promise<TencentClient> => {
    const sdk = await load<TencentModule>('tencentcloud-sdk-nodejs-sms');
    return new sdk.sms.v20210111.Client({ credential: { secretId, secretKey }, region: env['SMS_REGION'] || 'ap-guangzhou' });
  };
  return {
    async sendCode({ phone, code }) {
      const message = { SmsSdkAppId: appId, SignName: signName, TemplateId: templateId, TemplateParamSet: [code] };
      const reply = await (await (client ??= open())).SendSms({ PhoneNumberSet: [`+86${phone}`], ...message });
      const status = reply.SendStatusSet?.[0]?.Code;
      if (status !== 'Ok') throw new Error(`Tencent Cloud refused a text message: ${status ?? 'no reply'}`);
    },
  };
}

const commonSettings = ['SMS_ACCESS_KEY_ID', 'SMS_ACCESS_KEY_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE'] as const;

function requireSettings<const N extends readonly string[]>(env: Settings, names: N): { [K in keyof N]: string } {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`SMS_DRIVER=${env['SMS_DRIVER']} needs ${missing.join(', ')}`);
  return names.map((name) => env[name] ?? '') as { [K in keyof N]: string };
}

/** Gateways' packages are not among our dependencies: who uses one installs it. */
async function load<T>(name: string): Promise<T> {
  try {
    return (await import(/* @vite-ignore */ name)) as T;
  } catch (cause) {
    throw new Error(`SMS_DRIVER needs the package ${name}: npm install ${name}`, { cause });
  }
}
