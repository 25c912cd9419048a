import { createTransport } from 'nodemailer'

/** By the protocol, as a mail server does it; the refusal's code where it is refused. */
export async function sendBySmtp(
  port: number,
  to: string | string[],
  raw: string | Buffer,
  from: string,
): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, tls: { rejectUnauthorized: false } })
  try {
    const { response } = await transport.sendMail({ envelope: { from, to }, raw })
    return Number(response.slice(0, 3))
  } catch (error) {
    if (error instanceof Error && 'responseCode' in error) return Number(error.responseCode)
    throw error
  } finally {
    transport.close()
  }
}
