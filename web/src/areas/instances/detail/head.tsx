import { Link } from '@tanstack/react-router'
import type { Instance } from '@throughline/contracts/instances'
import { Copy, Pencil, Users } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { spec, texts } from './detail.texts.ts'

type HeadProps = { instance: Instance; menu: ReactNode; onEdit: () => void }

/** What it is: number and name, workflow and version, what started it; its title and description. */
export function Head({ instance, menu, onEdit }: HeadProps) {
  const { title, description, can } = instance
  return (
    <header className="flex items-start gap-4 px-6 pt-4 pb-3.5 @max-[600px]:flex-col-reverse @max-[600px]:gap-1 @max-[600px]:px-4">
      <div className="min-w-0 flex-1 @max-[600px]:w-full">
        <Eyebrow instance={instance} />
        <h1 tabIndex={-1} translate="no" dir="auto" className="mt-0.5 text-left text-xl break-words outline-none">
          {title}
        </h1>
        {description && (
          <p translate="no" dir="auto" className="mt-0.5 line-clamp-3 text-left text-fg-2" title={description}>
            {description}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1.5 pt-1 @max-[600px]:self-end">
        <IconButton label={texts.copyLink} icon={Copy} onClick={() => void copyLink(instance.id)} />
        {menu}
        {can.edit && (
          <Button icon={Pencil} kbd="E" onClick={onEdit}>
            {spec.edit}
          </Button>
        )}
      </div>
    </header>
  )
}

const copyLink = (id: string) =>
  navigator.clipboard.writeText(`${location.origin}/instances/${id}`).then(
    () => toast.success(texts.linkCopied),
    () => toast.error(uiTexts.notCopied),
  )

function Eyebrow({ instance }: { instance: Instance }) {
  const { key, name, workflow, workflow_version, source, source_name, started_by, narrowed, parent } = instance
  const parts: ReactNode[] = [
    <span key="name" translate="no" dir="auto" className="tnum text-fg-2">
      {texts.numbered(key, name)}
    </span>,
    <Link
      key="workflow"
      to="/workflows/$workflowId/instances"
      params={{ workflowId: workflow.id }}
      translate="no"
      className="rounded-xs hover:underline"
    >
      {workflow.name}
    </Link>,
    texts.version(workflow_version),
    texts.sources[source](started_by?.name ?? texts.somebody, source_name),
  ]
  if (parent)
    parts.push(
      <Link
        key="parent"
        to="/instances/$instanceId"
        params={{ instanceId: parent.id }}
        className="rounded-xs hover:underline"
      >
        {texts.partOf(parent.key, parent.name)}
      </Link>,
    )
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-xs text-fg-3">
      {parts.map((part, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of one line have nothing but their place
        <Fragment key={place}>
          {place > 0 && <span aria-hidden>·</span>}
          <span className="min-w-0 truncate">{part}</span>
        </Fragment>
      ))}
      {narrowed && (
        <span title={texts.narrowedHint}>
          <Tag icon={Users}>{texts.narrowed}</Tag>
        </span>
      )}
    </div>
  )
}
