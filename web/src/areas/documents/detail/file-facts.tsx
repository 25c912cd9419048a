import { Link } from '@tanstack/react-router'
import { DOCUMENT_CATEGORIES, type DocumentDetail } from '@throughline/contracts/documents'
import type { ReactNode } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { DueDate } from '../../../shared/due-date.tsx'
import { dateText, dayKey } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { Fact } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { texts as documentTexts } from '../documents.texts.ts'
import { Client } from './client.tsx'
import { spec, texts } from './detail.texts.ts'
import { useFileChange } from './use-file-change.ts'

const { facts } = texts
const linkLook = `min-w-0 truncate ${quietLinkClass}`

/** Where it belongs, whose it is, and when it came. */
export function FileFacts({ file }: { file: DocumentDetail }) {
  const zone = useZone()
  const { workflow_id, instance_id, task_id, assignee_name } = file
  return (
    <dl className="grid grid-cols-[92px_1fr] text-sm">
      <Fact name={facts.workflow}>
        {workflow_id ? (
          <Link
            to="/workflow-builder/$workflowId"
            params={{ workflowId: workflow_id }}
            translate="no"
            className={linkLook}
          >
            {file.workflow_name}
          </Link>
        ) : (
          <None />
        )}
      </Fact>
      {instance_id && (
        <Fact name={facts.instance}>
          <Link to="/instances/$instanceId" params={{ instanceId: instance_id }} translate="no" className={linkLook}>
            {file.instance_name}
          </Link>
        </Fact>
      )}
      <Fact name={facts.task}>
        {task_id ? (
          <Link to="/tasks/$taskId" params={{ taskId: task_id }} translate="no" className={linkLook}>
            {file.task_name}
          </Link>
        ) : (
          <None />
        )}
      </Fact>
      <Fact name={facts.assignee}>
        {assignee_name ? (
          <>
            <Avatar name={assignee_name} src={file.assignee_avatar ?? undefined} size={18} />
            <PlainValue>{assignee_name}</PlainValue>
          </>
        ) : (
          <None />
        )}
      </Fact>
      <Fact name={facts.due}>{file.due_date ? <Due file={file} due={file.due_date} zone={zone} /> : <None />}</Fact>
      <Fact name={facts.client}>
        <Client file={file} />
      </Fact>
      <Fact name={facts.category}>
        <Category file={file} />
      </Fact>
      <Fact name={facts.uploadedBy}>
        {file.uploaded_by ? (
          <PlainValue>{file.uploaded_by.name}</PlainValue>
        ) : (
          <span className="text-fg-3">{spec.unknown}</span>
        )}
      </Fact>
      <Fact name={facts.created}>
        <PlainValue>{dateText(file.created_at, zone)}</PlainValue>
      </Fact>
      <Fact name={facts.updated}>
        <PlainValue>{dateText(file.updated_at, zone)}</PlainValue>
      </Fact>
    </dl>
  )
}

const None = () => <span className="text-fg-3">{spec.none}</span>

function PlainValue({ children }: { children: ReactNode }) {
  return (
    <span translate="no" className="tnum min-w-0 truncate">
      {children}
    </span>
  )
}

const DONE = ['approved', 'completed']

/** A day without a time is sent as its last second. */
function Due({ file, due, zone }: { file: DocumentDetail; due: string; zone: string }) {
  const now = useNow()
  const hasTime = !/T23:59:59(\.000)?Z$/.test(due)
  const late = hasTime ? Date.parse(due) <= now : due.slice(0, 10) < dayKey(now, zone)
  return (
    <DueDate
      of={{ due_date: due, due_has_time: hasTime, overdue_at: late ? due.slice(0, 10) : null }}
      done={DONE.includes(file.status)}
    />
  )
}

function Category({ file }: { file: DocumentDetail }) {
  const { change } = useFileChange(file)
  if (!file.can.manage || file.deleted_at) return <span>{documentTexts.categories[file.category]}</span>
  return (
    <Select
      quiet
      label={texts.category}
      value={file.category}
      items={DOCUMENT_CATEGORIES.map((value) => ({ value, label: documentTexts.categories[value] }))}
      onChange={(category) => void change({ category })}
      className="-ml-2"
    />
  )
}
