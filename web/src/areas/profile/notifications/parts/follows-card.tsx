import { useQuery } from '@tanstack/react-query'
import { WorkflowId } from '@throughline/contracts/ids'
import type { FollowedWorkflow, FollowLevel } from '@throughline/contracts/notification-settings'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { shortDate } from '../../../../shared/format/time.ts'
import { useNow } from '../../../../shared/use-now.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ComboboxOne } from '../../../../ui/combobox-one.tsx'
import { Select } from '../../../../ui/select.tsx'
import { workflowChoicesQuery } from '../../../workflows/workflows.api.ts'
import { texts } from '../notifications.texts.ts'

type Workflow = FollowedWorkflow['workflow']
type OnFollow = (workflow: Workflow, level: FollowLevel) => void

const LEVELS = (['everything', 'my_part', 'muted'] as const).map((value) => ({
  value,
  label: texts.follows.levels[value],
}))

/** Found by typing; what is chosen is followed at once. */
function AddWorkflow({ onChoose }: { onChoose: (workflow: Workflow) => void }) {
  const [words, setWords] = useState('')
  const { data = [] } = useQuery(workflowChoicesQuery(words))
  const choose = (id: string) => {
    const found = data.find((one) => one.id === id)
    if (found) onChoose({ id: WorkflowId.parse(found.id), name: found.name, prefix: found.prefix })
  }
  return (
    <ComboboxOne
      label={texts.follows.choose}
      placeholder={texts.follows.choose}
      items={data.map(({ id, name }) => ({ value: id, label: name }))}
      value=""
      onChange={choose}
      onSearch={setWords}
      className="w-56"
    />
  )
}

export function FollowsCard({
  follows,
  zone,
  onFollow,
}: {
  follows: readonly FollowedWorkflow[]
  zone: string
  onFollow: OnFollow
}) {
  const [adding, setAdding] = useState(false)
  const now = useNow()
  const add = (workflow: Workflow) => {
    setAdding(false)
    onFollow(workflow, 'everything')
  }
  return (
    <Card
      title={texts.follows.title}
      note={texts.follows.note}
      action={
        adding ? (
          <AddWorkflow onChoose={add} />
        ) : (
          <Button size="sm" icon={Plus} onClick={() => setAdding(true)}>
            {texts.follows.add}
          </Button>
        )
      }
    >
      {follows.length === 0 ? (
        <p className="px-5 py-4 text-sm text-fg-3">{texts.follows.none}</p>
      ) : (
        <ul className="divide-y">
          {follows.map(({ workflow, level, until }) => (
            <li key={workflow.id} className="flex min-h-11 items-center gap-3 px-5 py-1.5">
              <span translate="no" className="min-w-0 flex-1 truncate text-sm font-medium">
                {workflow.name}
              </span>
              {level === 'muted' && until && (
                <span className="text-xs text-fg-3">{texts.follows.mutedUntil(shortDate(until, zone, now))}</span>
              )}
              <Select
                quiet
                label={texts.follows.level(workflow.name)}
                value={level}
                items={LEVELS}
                onChange={(next) => onFollow(workflow, next)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
