import type { Config } from '../config.ts'

/** The same for every try to send one mail, so that a receiver recognises a repeat. */
export function messageIdOf(config: Pick<Config, 'MAIL_FROM'>, id: string): string {
  const domain = /@([^\s@<>]+)>?$/.exec(config.MAIL_FROM)?.[1]
  if (domain === undefined) throw new Error('MAIL_FROM names no address')
  return `<${id}@${domain}>`
}
