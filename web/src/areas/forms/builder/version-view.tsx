import { useQuery } from '@tanstack/react-query'
import type { FormVersion } from '@throughline/contracts/forms'
import { pagesOf } from '@throughline/flow/form'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { versionQuery } from '../builder.api.ts'
import { texts as builderTexts } from '../builder.texts.ts'
import { ElementView } from './canvas/element-view.tsx'

const texts = builderTexts.versions

/** A version as it was published, all its pages below one another. */
export function VersionView({ formId, version, onBack }: { formId: string; version: FormVersion; onBack: () => void }) {
  const query = useQuery(versionQuery(formId, version.number))
  const content = query.data?.content
  return (
    <section aria-label={texts.version(version.number)} className="min-w-0 flex-1 overflow-y-auto bg-board">
      <div className="mx-auto w-155 max-w-full space-y-3 px-3 py-6">
        <Banner
          tone="info"
          title={texts.looking(version.number)}
          action={
            <Button size="sm" onClick={onBack}>
              {texts.backToDraft}
            </Button>
          }
        />
        {query.isPending && (
          <Loading label={texts.loading}>
            <Skeleton className="h-80" />
          </Loading>
        )}
        {query.isError && <QueryFailed query={query} title={texts.failed} />}
        {content &&
          pagesOf(content.elements).map(({ title, elements }, at) => (
            <div key={at} className="space-y-5 rounded-lg border bg-surface px-8 py-6 shadow-sm">
              {at === 0 && (
                <p translate="no" className="text-2xl font-semibold wrap-anywhere">
                  {content.title}
                </p>
              )}
              {title && (
                <p translate="no" className="text-lg font-semibold">
                  {title}
                </p>
              )}
              {elements.map((element) => (
                <ElementView key={element.id} element={element} />
              ))}
            </div>
          ))}
      </div>
    </section>
  )
}
