import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InboundMail, MailAddress } from '@throughline/contracts/mail-starts'
import { ArrowLeft, Mail, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { DiscardDialog } from '../../../shared/discard-dialog.tsx'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useAct } from '../../../shared/use-act.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { UnfitNote, unfitOf } from '../parts/unfit-start.tsx'
import { type StartedWorkflow, useStartedWorkflow } from '../parts/use-started-workflow.ts'
import { refreshStarts } from '../starts.api.ts'
import { addMailAddress, type MailBody, mailAddressesQuery, mailAddressQuery, mailCalls } from './mail.api.ts'
import { mailTexts as texts } from './mail.texts.ts'
import { type MailDraft, mailBodyOf, mailDraftOf, newMailDraft } from './mail-draft.ts'
import { MailForm } from './mail-form.tsx'
import { RecentMails } from './recent-mails.tsx'

type MailPanelProps = {
  workflowId: string
  /** The id of an address, or `new`. */
  address: string
  mayEdit: boolean
  mayRun: boolean
  /** Back to the overview, or to another address. */
  onOpen: (address: string | undefined) => void
  onClose: () => void
}

/** One address: whose mail starts the workflow, and what became of it. */
export function MailPanel(props: MailPanelProps) {
  const { workflowId, address: id, onOpen, onClose } = props
  const isNew = id === 'new'
  const [isRemoving, setRemoving] = useState(false)
  const query = useQuery({ ...mailAddressQuery(workflowId, id), enabled: !isNew && !isRemoving })
  const list = useQuery(mailAddressesQuery(workflowId))
  const { failed, workflow } = useStartedWorkflow(workflowId)
  const wrong = [query, list].find((one) => one.isError && !one.data) ?? failed
  if ((isNew || query.data) && workflow && list.data) {
    const open = {
      ...props,
      saved: query.data,
      workflow,
      domain: list.data.domain ?? '',
      isRemoving,
      onRemoving: setRemoving,
    }
    return <OpenAddress {...open} />
  }
  const back = <IconButton label={texts.back} icon={ArrowLeft} onClick={() => onOpen(undefined)} />
  return (
    <Panel title={isNew ? texts.newTitle : texts.loading} kind="wide" glyph={back} onClose={onClose}>
      {wrong ? (
        <QueryFailed
          query={wrong}
          title={texts.failed}
          gone={{ icon: Mail, title: texts.gone, hint: texts.goneHint }}
        />
      ) : (
        <output aria-label={texts.loading}>
          <Skeleton className="h-64 w-full" />
        </output>
      )}
    </Panel>
  )
}

type OpenProps = MailPanelProps & {
  saved: MailAddress | undefined
  workflow: StartedWorkflow
  domain: string
  isRemoving: boolean
  onRemoving: (isRemoving: boolean) => void
}

function useMailActs({ workflowId, address: id, saved, onOpen, onRemoving }: OpenProps) {
  const queries = useQueryClient()
  const { busy, run } = useAct({ refresh: () => refreshStarts(queries, workflowId) })
  const calls = mailCalls(workflowId, id)
  return {
    busy,
    save: (body: MailBody) =>
      run({
        name: 'save',
        call: async () => {
          const stored = saved ? await calls.save(body, saved.version) : await addMailAddress(workflowId, body)
          queries.setQueryData(mailAddressQuery(workflowId, stored.id).queryKey, stored)
          if (!saved) onOpen(stored.id)
        },
        done: saved ? texts.saved : texts.added,
        failed: texts.saveFailed,
      }),
    pause: (paused: boolean) =>
      run({
        name: 'pause',
        call: () => calls.pause(paused),
        done: paused ? texts.paused : texts.resumed,
        failed: texts.pauseFailed,
      }),
    decide: (mail: InboundMail, start: boolean) =>
      run({
        name: 'decide',
        call: () => calls.decide(mail.id, start),
        done: start ? (mail.instance ? texts.joining(mail.instance.key) : texts.released) : texts.dismissed,
        failed: texts.decideFailed,
      }),
    remove: async () => {
      onRemoving(true)
      const isDone = await run({ name: 'remove', call: calls.remove, done: texts.deleted, failed: texts.deleteFailed })
      if (isDone) onOpen(undefined)
      else onRemoving(false)
      return isDone
    },
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function OpenAddress(props: OpenProps) {
  const { workflowId, saved, workflow, domain, mayEdit, mayRun, onOpen, onClose } = props
  const user = useCurrentUser()
  const told = user ? { id: user.member_id, name: user.name || user.email } : undefined
  const stored = saved ? mailDraftOf(saved, workflow.targets) : newMailDraft(workflow.targets, told)
  const [typed, setTyped] = useState<MailDraft>()
  const draft = typed ?? stored
  const isChanged = typed !== undefined && !same(typed, stored)
  const acts = useMailActs(props)
  const [leaving, setLeaving] = useState<() => void>()
  const leave = (act: () => void) => (isChanged ? setLeaving(() => act) : act())
  const body = mailBodyOf(draft, workflow.targets)
  const unfit = unfitOf('mail', saved, workflow)
  const save = async () => {
    if (body && (await acts.save(body))) setTyped(undefined)
  }
  return (
    <Panel
      title={saved?.name ?? texts.newTitle}
      kind="wide"
      glyph={<IconButton label={texts.back} icon={ArrowLeft} onClick={() => leave(() => onOpen(undefined))} />}
      actions={
        saved && (
          <Switch
            checked={saved.paused_at === null}
            disabled={!mayEdit || acts.busy !== undefined}
            onChange={(on) => void acts.pause(!on)}
            className="mr-2 gap-2!"
          >
            {saved.paused_at === null ? texts.on : texts.off}
          </Switch>
        )
      }
      footer={
        mayEdit && (
          <Foot
            {...props}
            acts={acts}
            isChanged={isChanged}
            canSave={body !== undefined && (!saved || isChanged || unfit.length > 0)}
            onSave={() => void save()}
          />
        )
      }
      onClose={() => leave(onClose)}
    >
      <div className="@container -m-4">
        <UnfitNote unfit={unfit} mayEdit={mayEdit} />
        <div className="grid @min-[640px]:grid-cols-[11fr_12fr]">
          <MailForm
            draft={draft}
            address={saved}
            domain={domain}
            workflow={workflow}
            disabled={!mayEdit}
            onChange={(change) => setTyped({ ...draft, ...change })}
          />
          <div className="bg-surface-2 p-4 @min-[640px]:border-l">
            {saved && !props.isRemoving && (
              <RecentMails
                workflowId={workflowId}
                addressId={saved.id}
                onDecide={mayRun ? (mail, start) => void acts.decide(mail, start) : undefined}
              />
            )}
          </div>
        </div>
      </div>
      <DiscardDialog
        canceling={leaving !== undefined}
        leaving={undefined}
        onStay={() => setLeaving(undefined)}
        onDiscard={leaving}
      />
    </Panel>
  )
}

type FootProps = Pick<OpenProps, 'saved'> & {
  acts: ReturnType<typeof useMailActs>
  isChanged: boolean
  canSave: boolean
  onSave: () => void
}

function Foot({ saved, acts, isChanged, canSave, onSave }: FootProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      {saved && (
        <Button variant="ghost" icon={Trash2} onClick={() => setAsking(true)}>
          {texts.delete}
        </Button>
      )}
      <span className="min-w-0 flex-1 self-center truncate text-xs text-fg-3">{isChanged && texts.unsaved}</span>
      <Button
        variant="primary"
        busy={acts.busy === 'save'}
        disabled={!canSave || acts.busy !== undefined}
        onClick={onSave}
      >
        {saved ? texts.save : texts.add}
      </Button>
      {asking && saved && (
        <AlertDialog
          title={texts.deleteTitle(saved.name)}
          confirmLabel={texts.deleteConfirm}
          onConfirm={acts.remove}
          onClose={() => setAsking(false)}
        >
          {texts.deleteHint}
        </AlertDialog>
      )}
    </>
  )
}
