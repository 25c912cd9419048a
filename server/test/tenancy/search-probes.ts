import { OUR_SETTINGS } from './acting.ts'
import { answers, answersUs, count, type Probe } from './probes.ts'
import { OURS } from './samples.ts'

const WORDS = `select entity_id from app.search('{task}', array[$$'tword'$$], array[$$'tword':A$$], '', '', '{}', '{}', null,
  10, 10, 10, true) where entity_id is not null`
const NAMES = `select entity_id from app.search_titles('{task}', 'wordd', '{}', '{}', 10, 10, 10, true)`

const found = (name: string, query: string): Probe => ({
  name: `${name} in search_entries are those of the tenant that is set`,
  holds: async (act) => {
    const ours = await act('tl_api', OUR_SETTINGS, query)
    return (
      !ours.refused &&
      ours.rows.length > 0 &&
      ours.rows.every((row) => row['entity_id'] === OURS.asked) &&
      (await count(act, 'tl_api', {}, query)) === 0
    )
  },
})

export const SEARCH_PROBES: Probe[] = [
  found('words', WORDS),
  found('names', NAMES),
  answersUs(
    'a page reads no vector of search_entries of another',
    'select count(*)::int as n from search_entries',
    [],
    (row) => row['n'] === 1,
  ),
  ...['search_pending', 'search_builds'].map(
    (table): Probe => ({
      name: `jobs see what is to be indexed of a tenant in ${table}, and nothing of another`,
      holds: async (act) =>
        (await count(act, 'tl_worker', { tenant: OURS.tenant }, `select tenant_id from ${table}`)) === 1 &&
        (await count(act, 'tl_worker', {}, `select tenant_id from ${table}`)) === 0,
    }),
  ),
  answers(
    'workspaces with something to index are found in search_pending',
    'tl_worker',
    'select count(*)::int as n from auth.tenants_to_index(100)',
    [],
    (row) => row['n'] === 3,
  ),
  answers(
    'a workspace that search_builds says is indexed is not indexed from scratch',
    'tl_worker',
    'select count(*)::int as n from auth.tenants_to_build(0, 100) where tenant_id = $1',
    [OURS.tenant],
    (row) => row['n'] === 0,
  ),
]
