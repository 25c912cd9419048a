import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { StoredSecret } from '@throughline/contracts/integrations'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { type FailedQuery, QueryFailed } from '../../shared/query-failed.tsx'
import { reasonOf } from '../../shared/server-message.ts'
import { useAct } from '../../shared/use-act.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { secretCalls, secretsQuery } from './integrations.api.ts'
import { IntegrationsHeader } from './parts/integrations-header.tsx'
import { SecretForm } from './parts/secret-form.tsx'
import { texts } from './parts/secrets.texts.ts'
import { SecretsTable } from './parts/secrets-table.tsx'

export function SecretsScreen() {
  const user = useCurrentUser()
  return user ? <Secrets user={user} /> : null
}

type Request = { kind: 'add' } | { kind: 'replace' | 'remove'; secret: StoredSecret }

const usesOf = ({ used_in, used_in_more }: StoredSecret) => used_in.length + used_in_more

/** What HTTP requests can send without anybody seeing it. */
function Secrets({ user }: { user: CurrentUser }) {
  const isShown = can(user, 'integrations.connect')
  const canChange = can(user, 'integrations.secrets')
  const queries = useQueryClient()
  const list = useQuery({ ...secretsQuery, enabled: isShown })
  const [request, setRequest] = useState<Request>()
  const close = () => setRequest(undefined)
  const acts = useMemo(
    () => ({
      onReplace: (secret: StoredSecret) => setRequest({ kind: 'replace', secret }),
      onRemove: (secret: StoredSecret) => setRequest({ kind: 'remove', secret }),
    }),
    [],
  )
  const { run } = useAct({ refresh: () => queries.invalidateQueries(secretsQuery), reasonOf })
  const remove = async ({ id, name }: StoredSecret) => {
    await run({ call: () => secretCalls.remove(id), done: texts.removed(name), failed: texts.removeFailed })
  }
  return (
    <div className="flex h-full min-w-0 flex-col overflow-hidden">
      <IntegrationsHeader user={user} part={texts.title} intro={isShown ? texts.intro : undefined}>
        {canChange && (
          <Button variant="primary" icon={Plus} onClick={() => setRequest({ kind: 'add' })}>
            {texts.add}
          </Button>
        )}
      </IntegrationsHeader>
      <Body list={list} isShown={isShown} canChange={canChange} acts={canChange ? acts : undefined} />
      {request?.kind === 'add' && <SecretForm onClose={close} />}
      {request?.kind === 'replace' && <SecretForm secret={request.secret} onClose={close} />}
      {request?.kind === 'remove' && (
        <AlertDialog
          onClose={close}
          title={texts.askRemove(request.secret.name)}
          confirmLabel={texts.removeNamed(request.secret.name)}
          onConfirm={() => remove(request.secret)}
        >
          {texts.removing(usesOf(request.secret))}
        </AlertDialog>
      )}
    </div>
  )
}

type BodyProps = {
  list: FailedQuery & { data: StoredSecret[] | undefined }
  isShown: boolean
  canChange: boolean
  acts: Parameters<typeof SecretsTable>[0]['acts']
}

function Body({ list, isShown, canChange, acts }: BodyProps) {
  if (!isShown) return <Empty icon={KeyRound} title={texts.title} hint={texts.restricted} />
  if (list.data && list.data.length > 0) return <SecretsTable secrets={list.data} acts={acts} />
  if (list.data)
    return <Empty icon={KeyRound} title={texts.none} hint={canChange ? texts.noneHint : texts.noneReadOnly} />
  if (list.error) return <QueryFailed query={list} title={texts.loadFailed} />
  return (
    <Loading label={texts.loading} className="space-y-3 p-4">
      <Skeleton round className="h-3 w-2/5" />
      <Skeleton round className="h-3 w-3/5" />
      <Skeleton round className="h-3 w-1/2" />
    </Loading>
  )
}
