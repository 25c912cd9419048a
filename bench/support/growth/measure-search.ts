import { DocumentId } from '../../../contracts/src/ids.ts'
import type { SearchGroup } from '../../../contracts/src/search.ts'
import { textHits } from '../../../server/src/areas/search/hits.service.ts'
import { searchAll } from '../../../server/src/areas/search/search.service.ts'
import type { Context } from '../../../server/src/core/context.ts'
import type { Viewer } from '../../../server/src/core/http/viewer.ts'
import { beginFor, plansBehind } from '../../../server/test/plans-behind.ts'
import { type Plan, readsTooMuch } from '../../../server/test/query-plan.ts'

export const MAX_INDEX_BUFFERS = 6_000
export const MAX_TEXT_BUFFERS = 500
const PAGE = 10

type Client = Parameters<typeof plansBehind>[0]
type Statement = Plan & { text: string }

interface Search {
  name: string
  by: string
  viewer: Viewer
  typed: string
  kind: SearchGroup | undefined
}

export interface Measured {
  name: string
  by: string
  found: string
  /** Buffers of the call of the index that took most. */
  index: number
  /** Looked at in tables, and the buffers of all that. */
  rows: number
  loading: number
  ms: number
  broken: string[]
}

const ofIndex = ({ text }: Statement) => text.includes('app.search')
/** Texts lie outside of their rows: they have a bound of their own. */
const isText = (relation: string) => relation.startsWith('document_texts')
const sum = (plans: readonly Statement[], of: (plan: Statement) => number) =>
  plans.reduce((total, plan) => total + of(plan), 0)

export async function measureSearch(client: Client, ctx: Context, search: Search): Promise<Measured> {
  const { name, by, viewer, typed, kind } = search
  let found = ''
  const plans: Statement[] = await plansBehind(client, ctx, viewer, async (held) => {
    const { data } = await searchAll(held, viewer, { q: typed, sort: 'best', limit: PAGE, ...(kind && { kind }) })
    const counts = Object.values(data.counts)
    found = `${counts.reduce((total, { n }) => total + n, 0)}${counts.some(({ more }) => more) ? '+' : ''}`
  })
  const calls = plans.filter(ofIndex)
  const loading = plans.filter((plan) => !ofIndex(plan))
  const tell = `${name} (${typed}), ${by}`
  return {
    name,
    by,
    found,
    index: Math.max(0, ...calls.map(({ buffers }) => buffers)),
    rows: sum(loading, ({ read }) => read),
    loading: sum(loading, ({ buffers }) => buffers),
    ms: sum(plans, ({ ms }) => ms),
    broken: [
      ...calls
        .filter(({ buffers }) => buffers > MAX_INDEX_BUFFERS)
        .map(({ buffers, text }) => `${tell}: ${buffers} buffers of ${text.slice(0, 60)}`),
      ...loading.flatMap(({ accesses, text }) =>
        accesses
          .filter((access) => !isText(access.relation) && readsTooMuch(access))
          .map(
            ({ relation, rows, buffers }) =>
              `${tell}: ${buffers} buffers for ${rows} rows of ${relation}: ${text.slice(0, 90)}`,
          ),
      ),
    ],
  }
}

/** What it takes to show where the texts of so many files say a word. */
export async function measureHits(client: Client, ctx: Context, viewer: Viewer, files: number, word: string) {
  await client.query(beginFor(viewer))
  const { rows } = await client.query<{ id: string }>(
    'select distinct document_id as id from document_texts where tenant_id = $1 limit $2',
    [viewer.tenantId, files],
  )
  await client.query('rollback')
  const taken: number[] = []
  for (const { id } of rows) {
    const plans: Statement[] = await plansBehind(client, ctx, viewer, (held) =>
      textHits(held, viewer, { q: word, ids: [DocumentId.parse(id)] }),
    )
    const reading = plans.filter(({ text }) => text.includes('document_texts'))
    taken.push(sum(reading, ({ buffers }) => buffers))
  }
  const most = Math.max(0, ...taken)
  return {
    found: taken.length,
    most,
    broken: [
      ...(taken.length < files ? [`only ${taken.length} of ${files} files have a text`] : []),
      ...(most > MAX_TEXT_BUFFERS ? [`${most} buffers for the text of a file`] : []),
    ],
  }
}
