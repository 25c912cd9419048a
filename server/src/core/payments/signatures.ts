import { createHmac, timingSafeEqual } from 'node:crypto'

const macOf = (secret: string, content: string | Buffer) => createHmac('sha256', secret).update(content).digest()

function isMac(secret: string, content: string | Buffer, given: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(given)) return false
  return timingSafeEqual(macOf(secret, content), Buffer.from(given, 'hex'))
}

/** The payment window's answer: the provider signs which payment belongs to which order. */
export const isSignedCheckout = (
  secret: string,
  { order, payment, signature }: { order: string; payment: string; signature: string },
): boolean => isMac(secret, `${order}|${payment}`, signature)

export interface ReportSecrets {
  present: string
  /** Good until a moment, so that the provider can be given a new one without losing reports. */
  former?: { secret: string; until: Date } | undefined
}

/** A report: the provider signs its bytes as they came. */
export function isSignedReport(
  { present, former }: ReportSecrets,
  body: Buffer,
  signature: string,
  now: Date,
): boolean {
  // Both are always computed, so that the time taken does not tell which secret was tried.
  const byFormer = former !== undefined && isMac(former.secret, body, signature) && now < former.until
  return isMac(present, body, signature) || byFormer
}
