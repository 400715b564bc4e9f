import { randomUUID } from 'node:crypto';
import { type Courier, LetterRefused } from '../messages/couriers';
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
  /** Sends news to a member; absent: the gateway was given no template for any. */
  sendNews?: Courier;
}

type Settings = Readonly<Record<string, string | undefined>>;

/**
 * Returns the gateway that the environment names: SMS_DRIVER=aliyun, tencent or http; without one the development outbox, and in production
 * none, so that asking for a code fails with a clear message instead of pretending.
 * @throws when settings of the chosen driver are missing, or its name is unknown
 */
export function createSmsGateway(env: Settings, outbox: Outbox, production: boolean, clock: () => number = Date.now): SmsGateway {
  switch (env['SMS_DRIVER'] ?? '') {
    case 'aliyun':
      return createAliyunGateway(env);
    case 'tencent':
      return createTencentGateway(env);
    case 'http':
      return createHttpGateway(env);
    case '':
      return production ? noGateway : createOutboxGateway(outbox, clock);
    default:
      throw new Error(`SMS_DRIVER must be aliyun, tencent or http, not ${JSON.stringify(env['SMS_DRIVER'])}`);
  }
}

const noGateway: SmsGateway = {
  sendCode: () => Promise.reject(new Error('No SMS gateway is configured: set SMS_DRIVER to aliyun, tencent or http.')),
};

/** Writes messages to the outbox instead of sending them. */
export function createOutboxGateway(outbox: Outbox, clock: () => number = Date.now): SmsGateway {
  return {
    sendCode: ({ phone, code, purpose }) => outbox.write({ time: new Date(clock()).toISOString(), kind: 'sms', to: phone, code, purpose }),
    sendNews: ({ id, to, text }) => outbox.write({ time: new Date(clock()).toISOString(), kind: 'text', to, id, text }),
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
  let opened: ReturnType<typeof open> | undefined;
  const send = async (message: Record<string, string>): Promise<void> => {
    const { body } = await (await (opened ??= open()))({ ...message, signName });
    if (body?.code !== 'OK') throw new Error(`Aliyun refused a text message: ${body?.code ?? 'no reply'}`);
  };
  const newsTemplate = env['SMS_NEWS_TEMPLATE'] ?? '';
  return {
    sendCode: ({ phone, code }) => send({ phoneNumbers: phone, templateCode, templateParam: JSON.stringify({ code }) }),
    ...(newsTemplate !== '' && {
      sendNews: ({ id, to, text }) =>
        send({ phoneNumbers: to, templateCode: newsTemplate, templateParam: JSON.stringify({ text }), outId: id }),
    }),
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
  const send = async (phone: string, message: Record<string, unknown>): Promise<void> => {
    const common = { PhoneNumberSet: [`+86${phone}`], SmsSdkAppId: appId, SignName: signName };
    const reply = await (await (client ??= open())).SendSms({ ...common, ...message });
    const status = reply.SendStatusSet?.[0]?.Code;
    if (status !== 'Ok') throw new Error(`Tencent Cloud refused a text message: ${status ?? 'no reply'}`);
  };
  const newsTemplate = env['SMS_NEWS_TEMPLATE'] ?? '';
  return {
    sendCode: ({ phone, code }) => send(phone, { TemplateId: templateId, TemplateParamSet: [code] }),
    ...(newsTemplate !== '' && {
      sendNews: ({ id, to, text }) => send(to, { TemplateId: newsTemplate, TemplateParamSet: [text], SessionContext: id }),
    }),
  };
}

/** A server that says nothing for so long is tried again later. */
const patienceMs = 8_000;
/** What HTTP says of a request that may be taken later: RFC 9110 and RFC 6585. */
const passing = [408, 425, 429];

/**
 * A server of the operator's own: POST with JSON, and the id of the message in the header Idempotency-Key, by which it knows one that comes
 * twice (draft-ietf-httpapi-idempotency-key-header).
 */
function createHttpGateway(env: Settings): SmsGateway {
  const [url] = requireSettings(env, ['SMS_URL']);
  if (!/^https?:\/\//.test(url)) throw new Error('SMS_URL must start with https:// or http://');
  const token = env['SMS_TOKEN'] ?? '';
  const send = async (id: string, message: Record<string, string>): Promise<void> => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ id, ...message }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    await reply.body?.cancel();
    if (reply.ok) return;
    const said = `HTTP ${reply.status}`;
    if (reply.status >= 400 && reply.status < 500 && !passing.includes(reply.status)) throw new LetterRefused(said);
    throw new Error(`The text-message server answered ${said}`);
  };
  return {
    sendCode: ({ phone, code, purpose }) => send(randomUUID(), { phone, code, purpose }),
    sendNews: ({ id, to, text }) => send(id, { phone: to, text }),
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
