import { Archive, SearchX, Trash2, Workflow } from 'lucide-react'
import { ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { Button } from '../../../ui/button.tsx'
import type { EmptyProps } from '../../../ui/empty.tsx'
import { texts } from '../workflows.texts.ts'
import type { WorkflowsSearch } from './workflows-search.ts'

const words = texts.none

type NoWorkflowsProps = { search: WorkflowsSearch; onShowAll: () => void; onClearSearch: () => void }

export function NoWorkflows({ search: { q, filter }, onShowAll, onClearSearch }: NoWorkflowsProps) {
  const clear = <Button onClick={onClearSearch}>{words.clear}</Button>
  if (q) return <None icon={SearchX} title={words.search(q)} hint={words.searchHint} action={clear} />
  const action = <Button onClick={onShowAll}>{words.showAll}</Button>
  if (filter === 'trash') return <None icon={Trash2} title={words.trash} hint={words.trashHint} action={action} />
  if (filter === 'archived')
    return <None icon={Archive} title={words.archived} hint={words.archivedHint} action={action} />
  if (filter === 'active') return <None icon={Workflow} title={words.active} action={action} />
  return <None icon={Workflow} title={texts.empty.forViewers} hint={texts.empty.forViewersHint} />
}

const None = (props: EmptyProps) => <ListEmpty {...props} className="bg-board" />
