import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Form } from '@throughline/contracts/forms'
import { FileQuestion } from 'lucide-react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { useOpenDraft } from '../../shared/draft/session.ts'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { FormBuilder } from './builder/builder.tsx'
import { contentOf, newContent } from './builder/model/content.ts'
import { openSession } from './builder/session.ts'
import { spec, texts } from './builder.texts.ts'
import { formQuery } from './forms.api.ts'
import { readSeed } from './starters.ts'

export function FormBuilderScreen() {
  const user = useCurrentUser()
  const { formId } = useParams({ strict: false })
  if (!user || !formId) return null
  // A new one is for those who may save it.
  if (formId === 'new' && !can(user, 'publishing.manage')) return <Navigate to="/forms" replace />
  return <Opened user={user} formId={formId} />
}

function useOpenForm(formId: string) {
  const { history } = useRouter()
  const query = useQuery({ ...formQuery(formId), enabled: formId !== 'new' })
  const shown = useOpenDraft(formId, query.data, (form: Form | null) =>
    openSession(form, form ? contentOf(form) : newContent(readSeed(history.location.state))),
  )
  return { query, shown }
}

function Opened({ user, formId }: { user: CurrentUser; formId: string }) {
  const { query, shown } = useOpenForm(formId)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const onSaved = (form: Form) => {
    queries.setQueryData(formQuery(form.id).queryKey, form)
    if (formId === 'new')
      void navigate({ to: '/forms/$formId', params: { formId: form.id }, search: true, replace: true })
  }
  if (shown) return <FormBuilder key={shown.key} session={shown.session} user={user} onSaved={onSaved} />
  if (query.isError) return <Failed query={query} />
  return <Waiting />
}

function Failed({ query }: { query: Parameters<typeof QueryFailed>[0]['query'] }) {
  return (
    <div className="h-full bg-board pt-16">
      <h1 className="sr-only">{texts.place}</h1>
      <QueryFailed
        query={query}
        title={spec.loadFailed}
        gone={{
          icon: FileQuestion,
          title: texts.missing,
          hint: texts.missingHint,
          action: (
            <Link to="/forms" className={buttonClass()}>
              {texts.backToForms}
            </Link>
          ),
        }}
      />
    </div>
  )
}

function Waiting() {
  return (
    <Loading label={spec.loading} className="flex h-full flex-col">
      <div className="flex h-15 shrink-0 flex-col justify-center gap-2 border-b px-4">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-3 w-72" />
      </div>
      <div className="flex flex-1 justify-center bg-board pt-6">
        <div className="h-96 w-155 max-w-full space-y-6 rounded-lg border bg-surface p-8">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
        </div>
      </div>
    </Loading>
  )
}
