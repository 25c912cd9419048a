import { countersOf } from '../../core/db/counters.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'

const OF_FORM = 'form.submissions'
const OF_VERSION = 'form.version_submissions'
const versionKey = (formId: string, version: number) => `${formId}:${version}`

/** For each response that is stored, and with -1 for each that is erased: of the form, and of the version it answered. */
export function countSubmissions(tx: TenantTx, formId: string, version: number, by: number): void {
  tx.count(OF_FORM, formId, by)
  tx.count(OF_VERSION, versionKey(formId, version), by)
}

/** By form. */
export const submissionCounts = ({ db, tenantId }: ReadTx, formIds: readonly string[]) =>
  countersOf(db, tenantId, OF_FORM, formIds)

/** By the number of the version. */
export async function versionCounts({ db, tenantId }: ReadTx, formId: string, numbers: readonly number[]) {
  const keys = new Map(numbers.map((number) => [versionKey(formId, number), number]))
  const counts = await countersOf(db, tenantId, OF_VERSION, [...keys.keys()])
  return new Map([...keys].map(([key, number]) => [number, counts.get(key) ?? 0]))
}
