import type { SearchQuery } from '@throughline/contracts/search-query'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Candidate } from './candidates.queries.ts'
import { partsSaying } from './file-texts.queries.ts'
import type { Kind } from './kinds/kind.ts'
import { saysExactly } from './match.ts'
import { anyWordText, type QueryStems } from './word-query.ts'

/** Texts that are read for it; others count as not looked at. */
const MAX_VERIFIED = 60
const MAX_PARTS = 20

/** The index knows no order of words and, of long texts, not all that must be missing: those are looked up in the texts. */
export async function exactly(
  tx: ReadTx,
  kind: Kind,
  candidates: readonly Candidate[],
  { query, stems }: { query: SearchQuery; stems: QueryStems },
  enough: number,
): Promise<readonly Candidate[]> {
  const strict = query.terms.filter(({ isPhrase, isExcluded }) => isPhrase || isExcluded)
  if (strict.length === 0) return candidates
  const some = candidates.slice(0, Math.min(MAX_VERIFIED, enough))
  const ids = some.map(({ id }) => id)
  const texts = new Map<string, string[]>()
  for (const { id, title, code = '', sections } of await kind.read(tx, ids))
    texts.set(id, [title, code, ...sections.map(({ text }) => text)])
  if (kind.group === 'files')
    for (const { id, content } of await partsSaying(tx, ids, anyWordText(strict, stems), MAX_PARTS))
      texts.get(id)?.push(content)
  return some.filter(({ id }) => saysExactly(texts.get(id) ?? [], strict))
}
