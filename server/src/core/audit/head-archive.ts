import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Signer } from '../keys/signer.ts'
import type { Records } from '../storage/records.ts'
import { isGenuine, SignedHead } from './head-signature.ts'

/** The id under which the staff log is sealed; no tenant has it. */
export const STAFF_LOG = '00000000-0000-7000-8000-000000005aff'

interface Installation {
  config: Pick<Config, 'PG_DATABASE'>
  keyring: { signerOf: (keyId: string) => Signer | undefined }
}

/** The staff log has one id in every database, and several may share a bucket: its folder is named after the database, too. */
function folderOf({ config }: Pick<Installation, 'config'>, tenant: string): string {
  if (tenant !== STAFF_LOG) return `audit-heads/${tenant}`
  const hex = createHash('sha256').update(`${STAFF_LOG} ${config.PG_DATABASE}`).digest('hex')
  return `audit-heads/${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')}`
}

/** One for each hour: `2026-11-15T05`. */
const hourOf = (time: string) => time.slice(0, 13)

export const archiveHead = (
  { config }: Pick<Installation, 'config'>,
  records: Records,
  head: SignedHead,
): Promise<void> =>
  records.put(`${folderOf({ config }, head.tenant)}/${hourOf(head.signed_at)}.json`, JSON.stringify(head))

/** `forged` where it cannot be read, or is not what was signed. */
export type Archived = SignedHead | 'forged'

function read(content: string): SignedHead | undefined {
  try {
    return SignedHead.safeParse(JSON.parse(content)).data
  } catch {
    return undefined
  }
}

/**
 * The newest head that was put away under a key that is still here. `since` only spares reading old names: what stands after it
 * counts all the same, and where nothing does, all names are read.
 */
export async function newestHead(
  { config, keyring }: Installation,
  records: Records,
  tenant: string,
  since?: Date | null,
): Promise<Archived | undefined> {
  const folder = folderOf({ config }, tenant)
  const recent = since ? await records.list(folder, hourOf(since.toISOString())) : []
  const keys = recent.length > 0 ? recent : await records.list(folder)
  for (const key of keys.toReversed()) {
    const head = read(await records.get(key))
    if (!head) return 'forged'
    const signer = keyring.signerOf(head.key_id)
    if (signer) return isGenuine(signer, tenant, head) ? head : 'forged'
  }
  return undefined
}
