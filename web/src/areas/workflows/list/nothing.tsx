import { Archive, SearchX, Trash2, Workflow } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { texts } from '../workflows.texts.ts'
import type { WorkflowsSearch } from './workflows-search.ts'

const words = texts.none

type NothingProps = { search: WorkflowsSearch; onShowAll: () => void; onClearSearch: () => void }

/** Said aloud when it comes, as after a search without a match. */
export function Nothing({ search, onShowAll, onClearSearch }: NothingProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
    <div role="status" className="grid flex-1 place-items-center bg-board pb-24">
      {search.q ? (
        <Empty
          icon={SearchX}
          title={words.search(search.q)}
          hint={words.searchHint}
          action={<Button onClick={onClearSearch}>{words.clear}</Button>}
        />
      ) : (
        <Filtered filter={search.filter} onShowAll={onShowAll} />
      )}
    </div>
  )
}

function Filtered({ filter, onShowAll }: { filter: WorkflowsSearch['filter']; onShowAll: () => void }) {
  const action = <Button onClick={onShowAll}>{words.showAll}</Button>
  if (filter === 'trash') return <Empty icon={Trash2} title={words.trash} hint={words.trashHint} action={action} />
  if (filter === 'archived')
    return <Empty icon={Archive} title={words.archived} hint={words.archivedHint} action={action} />
  if (filter === 'active') return <Empty icon={Workflow} title={words.active} action={action} />
  return <Empty icon={Workflow} title={texts.empty.forViewers} hint={texts.empty.forViewersHint} />
}
