import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { defaultWebsite } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { FileQuestion } from 'lucide-react'
import { useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { WebsiteBuilder } from './builder/builder.tsx'
import { contentOf } from './builder/model.ts'
import { spec, texts } from './builder.texts.ts'
import { websiteQuery } from './websites.api.ts'

export function WebsiteBuilderScreen() {
  const user = useCurrentUser()
  const { websiteId } = useParams({ strict: false })
  if (!user || !websiteId) return null
  // A new one is for those who may save it.
  if (websiteId === 'new' && !can(user, 'publishing.manage')) return <Navigate to="/websites" replace />
  return <Opened user={user} websiteId={websiteId} />
}

/** The first save of a new website gives it another address; it stays the same page. */
function Opened({ user, websiteId }: { user: CurrentUser; websiteId: string }) {
  const isNew = websiteId === 'new'
  const query = useQuery({ ...websiteQuery(websiteId), enabled: !isNew })
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [made, setMade] = useState<string>()
  const [year] = useState(() => new Date().getFullYear())
  const onSaved = (website: Website) => {
    queries.setQueryData(websiteQuery(website.id).queryKey, website)
    if (!isNew) return
    setMade(website.id)
    void navigate({
      to: '/website-builder/$websiteId',
      params: { websiteId: website.id },
      replace: true,
      ignoreBlocker: true,
    })
  }
  if (isNew || made === websiteId) {
    const content = { ...defaultWebsite(user.tenant_name, year), title: spec.untitled }
    return <WebsiteBuilder key="new" website={null} content={content} user={user} onSaved={onSaved} />
  }
  const { data } = query
  if (data)
    return <WebsiteBuilder key={data.id} website={data} content={contentOf(data)} user={user} onSaved={onSaved} />
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
