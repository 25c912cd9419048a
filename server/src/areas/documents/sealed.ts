import type { Config } from '../../core/config.ts'
import { forbidden } from '../../core/errors.ts'
import { readSignedLink } from '../../core/signed-link.ts'

export const LINK_SECONDS = 300

export type Signing = Pick<Config, 'COOKIE_SECRET' | 'USERCONTENT_ORIGIN'>

export const refused = () => forbidden('This link is no longer valid. Open the file again.')

/** Whatever was changed in it is refused. */
export function unseal(config: Signing, purpose: 'file' | 'zip', link: string): Buffer {
  const facts = readSignedLink(config, purpose, link)
  if (!facts) throw refused()
  return facts
}
