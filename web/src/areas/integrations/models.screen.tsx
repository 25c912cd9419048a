import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { ModelId } from '@throughline/contracts/ids'
import type { Model } from '@throughline/contracts/models'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { reasonOf } from '../../shared/server-message.ts'
import { useAct } from '../../shared/use-act.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { modelCalls, modelsQuery } from './integrations.api.ts'
import { IntegrationsHeader } from './parts/integrations-header.tsx'
import { ModelForm } from './parts/model-form.tsx'
import { texts } from './parts/models.texts.ts'
import { ModelsCard } from './parts/models-card.tsx'

export function ModelsScreen() {
  const user = useCurrentUser()
  return user ? <Models user={user} /> : null
}

type Request = { kind: 'connect' } | { kind: 'disconnect'; model: Model }

/** Choosing, testing and disconnecting, each with its word when it is done. */
function useModelActs() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { run } = useAct({ refresh: () => queries.invalidateQueries(modelsQuery), reasonOf })
  const once = async (act: () => Promise<unknown>) => {
    setBusy(true)
    await act().finally(() => setBusy(false))
  }
  const choose = (id: ModelId | null, name: string) =>
    once(() => run({ call: () => modelCalls.choose(id), done: name, failed: texts.chooseFailed }))
  const test = ({ id, name }: Model) =>
    once(async () => {
      try {
        const { problem } = await modelCalls.test(id)
        if (problem === null) toast.success(texts.tested(name))
        else toast.error(problem)
      } catch (error) {
        toast.error(texts.testFailed, { description: reasonOf(error) })
      }
      await queries.invalidateQueries(modelsQuery)
    })
  const disconnect = async ({ id, name }: Model) => {
    await run({ call: () => modelCalls.disconnect(id), done: texts.disconnected(name), failed: texts.disconnectFailed })
  }
  return { busy, choose, test, disconnect }
}

/** Which model drafts, and what models can do. */
function Models({ user }: { user: CurrentUser }) {
  const list = useQuery(modelsQuery)
  const acts = useModelActs()
  const [request, setRequest] = useState<Request>()
  const close = () => setRequest(undefined)
  const models = list.data
  const choose = (id: ModelId | null) => {
    const name = models?.find((model) => model.id === id)?.name
    void acts.choose(id, name === undefined ? texts.chosenRules : texts.chosen(name))
  }
  return (
    <div className="flex h-full min-w-0 flex-col overflow-hidden">
      <IntegrationsHeader user={user} part={texts.title} intro={texts.intro} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-board p-4">
        <div className="mx-auto grid max-w-[1088px] items-start gap-4 min-[1100px]:grid-cols-[minmax(0,1fr)_340px]">
          {models ? (
            <ModelsCard
              models={models}
              canChange={can(user, 'integrations.secrets')}
              busy={acts.busy}
              onChoose={choose}
              onConnect={() => setRequest({ kind: 'connect' })}
              onTest={(model) => void acts.test(model)}
              onDisconnect={(model) => setRequest({ kind: 'disconnect', model })}
            />
          ) : list.error ? (
            <QueryFailed query={list} title={texts.loadFailed} />
          ) : (
            <Loading label={texts.loading} className="space-y-3 rounded-lg border bg-card p-4">
              <Skeleton round className="h-3 w-2/5" />
              <Skeleton round className="h-3 w-3/5" />
            </Loading>
          )}
          <Safeguards />
        </div>
      </div>
      {request?.kind === 'connect' && <ModelForm onClose={close} onSaved={(model) => void acts.test(model)} />}
      {request?.kind === 'disconnect' && (
        <AlertDialog
          onClose={close}
          title={texts.askDisconnect(request.model.name)}
          confirmLabel={texts.disconnect}
          onConfirm={() => acts.disconnect(request.model)}
        >
          {texts.disconnecting}
        </AlertDialog>
      )}
    </div>
  )
}

const Safeguards = () => (
  <section aria-label={texts.safeguards} className="self-start rounded-lg border bg-card">
    <h2 className="border-b px-4 py-3 text-sm font-semibold">{texts.safeguards}</h2>
    <ul className="space-y-2 px-4 py-3">
      {texts.safe.map((text) => (
        <li key={text} className="flex items-start gap-2 text-xs text-fg-2">
          <ShieldCheck size={14} aria-hidden className="mt-px shrink-0 text-success-fg" />
          {text}
        </li>
      ))}
    </ul>
  </section>
)
