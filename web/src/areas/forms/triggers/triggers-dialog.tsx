import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedTrigger } from '@throughline/contracts/form-triggers'
import type { Form } from '@throughline/contracts/forms'
import { ExternalLink, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { formQuery, useFormsRefresh } from '../forms.api.ts'
import { triggerCalls, triggersQuery } from '../submissions.api.ts'
import { spec, texts } from '../triggers.texts.ts'
import { TriggerForm } from './trigger-form.tsx'

/** Which workflows each response to a form starts, and what it gives them. */
export function TriggersDialog({ formId, onClose }: { formId: string; onClose: () => void }) {
  const form = useQuery(formQuery(formId))
  return (
    <Dialog
      title={spec.title}
      note={form.data && texts.note(form.data.title)}
      width={760}
      onClose={onClose}
      footer={
        <>
          <span className="mr-auto min-w-0 text-xs text-fg-3">{texts.foot}</span>
          <DialogClose>
            <Button>{spec.done}</Button>
          </DialogClose>
        </>
      }
    >
      {form.data ? (
        <Triggers form={form.data} />
      ) : form.isError ? (
        <QueryFailed query={form} title={spec.formFailed} />
      ) : (
        <DialogLoading />
      )}
    </Dialog>
  )
}

function DialogLoading() {
  return (
    <Loading label={texts.loading} className="space-y-3">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </Loading>
  )
}

/** `true`: a new one; else the workflow whose trigger is changed. */
type Editing = true | string | undefined

function Triggers({ form }: { form: Form }) {
  const query = useQuery(triggersQuery(form.id))
  const [editing, edit] = useState<Editing>()
  const { run } = useAct({ refresh: useFormsRefresh() })
  if (!query.data) {
    return query.isError ? <QueryFailed query={query} title={texts.loadFailed} /> : <DialogLoading />
  }
  const remove = (trigger: ListedTrigger): Promise<boolean> =>
    run({
      call: () => triggerCalls.remove(trigger.workflow_id, form.id),
      done: texts.removed(nameOf(trigger)),
      failed: spec.deleteFailed,
      retry: () => remove(trigger),
    })
  const taken = query.data.map(({ workflow_id }) => workflow_id)
  const close = () => edit(undefined)
  return (
    <div className="space-y-3">
      {query.data.length === 0 && !editing && <p className="py-4 text-center text-fg-3">{spec.none}</p>}
      <ul className="space-y-3">
        {query.data.map((trigger) => (
          <li key={trigger.workflow_id}>
            {editing === trigger.workflow_id ? (
              <TriggerForm form={form} trigger={trigger} taken={taken} onClose={close} />
            ) : (
              <TriggerLine
                trigger={trigger}
                onEdit={() => edit(trigger.workflow_id)}
                onRemove={() => void remove(trigger)}
              />
            )}
          </li>
        ))}
      </ul>
      {editing === true ? (
        <TriggerForm form={form} taken={taken} onClose={close} />
      ) : (
        <Button data-first icon={Plus} onClick={() => edit(true)}>
          {spec.addNew}
        </Button>
      )}
    </div>
  )
}

const nameOf = ({ workflow }: ListedTrigger): string => workflow?.name || spec.unknownWorkflow

type TriggerLineProps = { trigger: ListedTrigger; onEdit: () => void; onRemove: () => void }

function TriggerLine({ trigger, onEdit, onRemove }: TriggerLineProps) {
  const { workflow, field_mapping, started, not_started } = trigger
  const name = nameOf(trigger)
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border px-3 py-2">
      {workflow && <Tag>{workflow.prefix}</Tag>}
      <div className="min-w-40 flex-1">
        <p translate="no" className="truncate font-medium">
          {name}
        </p>
        <p className="flex items-center gap-1 text-xs text-fg-3">
          {texts.mapped(Object.keys(field_mapping).length)} ·
          {not_started > 0 && <TriangleAlert size={12} aria-hidden className="text-warning-fg" />}
          {texts.started(started, not_started)}
        </p>
      </div>
      <Link
        to="/workflows/$workflowId/instances"
        params={{ workflowId: trigger.workflow_id }}
        target="_blank"
        rel="noreferrer"
        className="inline-flex items-center gap-1 text-sm text-accent-text hover:underline"
      >
        {spec.viewInstances}
        <ExternalLink size={13} aria-hidden />
      </Link>
      <Button size="sm" variant="ghost" aria-label={texts.editNamed(name)} onClick={onEdit}>
        {texts.edit}
      </Button>
      <IconButton label={texts.removeNamed(name)} icon={Trash2} size="sm" onClick={onRemove} />
    </div>
  )
}
