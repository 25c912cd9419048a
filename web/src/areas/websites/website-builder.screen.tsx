import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Website } from '@throughline/contracts/websites'
import { FileQuestion } from 'lucide-react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { useOpenDraft } from '../../shared/draft/session.ts'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { WebsiteBuilder } from './builder/builder.tsx'
import { contentOf } from './builder/model.ts'
import { openSession } from './builder/use-site.ts'
import { spec, texts } from './builder.texts.ts'
import { newWebsite, readStarter } from './starters.ts'
import { websiteQuery } from './websites.api.ts'

export function WebsiteBuilderScreen() {
  const user = useCurrentUser()
  const { websiteId } = useParams({ strict: false })
  if (!user || !websiteId) return null
  // A new one is for those who may save it.
  if (websiteId === 'new' && !can(user, 'publishing.manage')) return <Navigate to="/websites" replace />
  return <Opened user={user} websiteId={websiteId} />
}

function useOpenWebsite(user: CurrentUser, websiteId: string) {
  const { history } = useRouter()
  const query = useQuery({ ...websiteQuery(websiteId), enabled: websiteId !== 'new' })
  const shown = useOpenDraft(websiteId, query.data, (website: Website | null) =>
    openSession(
      website,
      website ? contentOf(website) : newWebsite(user.tenant_name, readStarter(history.location.state)),
    ),
  )
  return { query, shown }
}

function Opened({ user, websiteId }: { user: CurrentUser; websiteId: string }) {
  const { query, shown } = useOpenWebsite(user, websiteId)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const onSaved = (website: Website) => {
    queries.setQueryData(websiteQuery(website.id).queryKey, website)
    if (websiteId === 'new')
      void navigate({ to: '/website-builder/$websiteId', params: { websiteId: website.id }, replace: true })
  }
  if (shown) return <WebsiteBuilder key={shown.key} session={shown.session} user={user} onSaved={onSaved} />
  return query.isError ? <Failed query={query} /> : <Waiting />
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
            <Link to="/websites" className={buttonClass()}>
              {texts.backToWebsites}
            </Link>
          ),
        }}
      />
    </div>
  )
}

const Waiting = () => (
  <Loading label={spec.loading} className="flex h-full flex-col">
    <div className="flex h-15 shrink-0 items-center border-b px-4">
      <Skeleton className="h-5 w-60" />
    </div>
    <div className="flex flex-1 justify-center bg-board p-6">
      <Skeleton className="h-96 w-full max-w-200" />
    </div>
  </Loading>
)
