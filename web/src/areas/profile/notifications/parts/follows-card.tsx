import { useQuery } from '@tanstack/react-query'
import { WorkflowId } from '@throughline/contracts/ids'
import type { FollowedWorkflow, FollowLevel } from '@throughline/contracts/notification-settings'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { shortDate } from '../../../../shared/format/time.ts'
import { useNow } from '../../../../shared/use-now.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ComboboxOne } from '../../../../ui/combobox-one.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Select } from '../../../../ui/select.tsx'
import { workflowChoicesQuery } from '../../../workflows/workflows.api.ts'
import { texts } from '../notifications.texts.ts'
import { MuteUntil } from './mute-until.tsx'

type Workflow = FollowedWorkflow['workflow']
type OnFollow = (workflow: Workflow, level: FollowLevel, until?: string) => void

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

type FollowsCardProps = {
  follows: readonly FollowedWorkflow[]
  zone: string
  onFollow: OnFollow
  onRemove: (id: WorkflowId) => void
}

export function FollowsCard({ follows, zone, onFollow, onRemove }: FollowsCardProps) {
  const [adding, setAdding] = useState(false)
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
          {follows.map((followed) => (
            <Followed
              key={followed.workflow.id}
              followed={followed}
              zone={zone}
              onFollow={onFollow}
              onRemove={() => onRemove(followed.workflow.id)}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

type FollowedProps = { followed: FollowedWorkflow; zone: string; onFollow: OnFollow; onRemove: () => void }

function Followed({ followed: { workflow, level, until }, zone, onFollow, onRemove }: FollowedProps) {
  const now = useNow()
  const [picking, setPicking] = useState(false)
  const items: { value: FollowLevel | 'until' | 'pick'; label: string }[] = [
    ...LEVELS,
    ...(until ? [{ value: 'until' as const, label: texts.follows.mutedUntil(shortDate(until, zone, now)) }] : []),
    { value: 'pick', label: texts.follows.muteUntil },
  ]
  return (
    <li className="flex min-h-11 items-center gap-2 py-1.5 pr-3 pl-5">
      <span translate="no" className="min-w-0 flex-1 truncate text-sm font-medium">
        {workflow.name}
      </span>
      <Select
        quiet
        label={texts.follows.level(workflow.name)}
        value={until ? 'until' : level}
        items={items}
        onChange={(next) => {
          if (next === 'pick') setPicking(true)
          else if (next !== 'until') onFollow(workflow, next)
        }}
      />
      <IconButton icon={X} label={texts.follows.remove(workflow.name)} onClick={onRemove} />
      {picking && (
        <MuteUntil
          workflow={workflow.name}
          zone={zone}
          onClose={() => setPicking(false)}
          onPick={(end) => {
            setPicking(false)
            onFollow(workflow, 'muted', end)
          }}
        />
      )}
    </li>
  )
}
