/** What is used of nodemailer, which has no types of its own. */
declare module 'nodemailer' {
  interface Mail {
    from: string;
    to: string;
    subject: string;
    text: string;
    /** With its angle brackets. */
    messageId: string;
  }
  interface Transport {
    sendMail(mail: Mail): Promise<unknown>;
    close(): void;
  }
  export function createTransport(options: {
    url: string;
    pool?: boolean;
    connectionTimeout?: number;
    greetingTimeout?: number;
    socketTimeout?: number;
  }): Transport;
}
