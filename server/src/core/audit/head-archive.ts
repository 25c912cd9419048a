import type { Signer } from '../keys/signer.ts'
import type { Records } from '../storage/records.ts'
import { isGenuine, SignedHead } from './head-signature.ts'

const folderOf = (tenant: string) => `audit-heads/${tenant}`
/** One for each hour: `2026-11-15T05`. */
const hourOf = (time: string) => time.slice(0, 13)

export const archiveHead = (records: Records, head: SignedHead): Promise<void> =>
  records.put(`${folderOf(head.tenant)}/${hourOf(head.signed_at)}.json`, JSON.stringify(head))

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
  records: Records,
  signerOf: (keyId: string) => Signer | undefined,
  tenant: string,
  since?: Date | null,
): Promise<Archived | undefined> {
  const recent = since ? await records.list(folderOf(tenant), hourOf(since.toISOString())) : []
  const keys = recent.length > 0 ? recent : await records.list(folderOf(tenant))
  for (const key of keys.toReversed()) {
    const head = read(await records.get(key))
    if (!head) return 'forged'
    const signer = signerOf(head.key_id)
    if (signer) return isGenuine(signer, tenant, head) ? head : 'forged'
  }
  return undefined
}
