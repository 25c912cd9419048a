import { Link } from '@tanstack/react-router'
import { GitBranch, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { spec, texts } from '../instances.texts.ts'
import { DatedStarts } from '../start/dated-starts.tsx'
import type { StartForm } from '../start/use-start.ts'
import { type Age, Refresh } from './refresh.tsx'

type WorkflowHeaderProps = {
  form: StartForm
  age: Age
  onRefresh: () => void
  trash: boolean
  onTrash: (on: boolean) => void
  /** Absent for people who may not start one. */
  onAdd: (() => void) | undefined
  /** The panel that stands beside the list and leaves it little room. */
  beside: 'add' | 'table' | undefined
  /** What has come in the meantime. */
  fresh: ReactNode
}

export function WorkflowHeader({ form, age, onRefresh, trash, onTrash, onAdd, beside, fresh }: WorkflowHeaderProps) {
  const { workflow, version, archived } = form
  return (
    <>
      <div className="flex min-h-14 shrink-0 items-center gap-x-2 gap-y-1 px-4 max-[759px]:flex-wrap max-[759px]:py-2">
        <h1
          tabIndex={-1}
          translate="no"
          title={workflow.name}
          className="min-w-0 shrink-[999] truncate text-lg outline-none"
        >
          {workflow.name}
        </h1>
        <Tag icon={GitBranch}>{version === null ? texts.unpublished : texts.version(version)}</Tag>
        {archived && <Tag tone="quiet">{texts.archived}</Tag>}
        <span className="flex-1" />
        {fresh}
        <Refresh age={age} onRefresh={onRefresh} narrow={beside !== undefined} />
        <IconButton
          label={trash ? texts.leaveTrash : texts.trash}
          icon={Trash2}
          active={trash}
          onClick={() => onTrash(!trash)}
        />
        <Link
          to="/workflow-builder/$workflowId"
          params={{ workflowId: workflow.id }}
          className={buttonClass({ variant: 'ghost', className: beside && 'max-[1180px]:hidden' })}
        >
          {texts.viewWorkflow}
        </Link>
        <Link
          to="/workflows/$workflowId/analytics"
          params={{ workflowId: workflow.id }}
          className={buttonClass({ variant: 'ghost', className: beside && 'max-[1180px]:hidden' })}
        >
          {texts.analytics}
        </Link>
        {onAdd && (
          <Button variant={beside === 'add' ? 'secondary' : 'primary'} icon={Plus} kbd={texts.chord} onClick={onAdd}>
            {spec.add}
          </Button>
        )}
      </div>
      <DatedStarts workflowId={workflow.id} mayCancel={onAdd !== undefined} />
    </>
  )
}
