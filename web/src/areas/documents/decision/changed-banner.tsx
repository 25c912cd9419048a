import type { DocumentDetail } from '@throughline/contracts/documents'
import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { whenText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { texts } from './decision.texts.ts'

const CompareDialog = lazyPart(
  () => import('./compare/compare-dialog.tsx'),
  (module) => module.CompareDialog,
)

type ChangedBannerProps = {
  file: DocumentDetail
  /** Where there is little room the button stands under the words. */
  narrow?: boolean
  className?: string
}

/** Who decided on which version, and what came after it: that decision is not about these bytes. */
export function ChangedBanner({ file, narrow = false, className }: ChangedBannerProps) {
  const zone = useZone()
  const now = useNow()
  const [comparing, setComparing] = useState(false)
  const { approval, current_version: current, versions } = file
  if (approval?.state !== 'changed') return null
  const name = approval.by?.name ?? texts.somebody
  const came = versions.find(({ version_number }) => version_number === current)
  const when = came && whenText(came.created_at, zone, now)
  const old = versions.find(({ version_number }) => version_number === approval.version_number)
  const show = old?.state === 'clean' && (
    <Button size="sm" onClick={() => setComparing(true)}>
      {texts.showChanges}
    </Button>
  )
  return (
    <>
      <Banner
        tone="warning"
        icon={History}
        title={
          <span translate="no">
            {approval.verdict === 'approve' ? texts.changedSince(name) : texts.changedSinceRejected(name)}
          </span>
        }
        action={!narrow && show}
        {...(className && { className })}
      >
        <p translate="no">
          {texts.gave[approval.verdict](name, approval.version_number, whenText(approval.at, zone, now))}{' '}
          {when && (came.created_by ? texts.cameFrom(current, when, came.created_by.name) : texts.came(current, when))}{' '}
          {texts.noLongerCounts}
        </p>
        {narrow && show && <div className="mt-2">{show}</div>}
      </Banner>
      {comparing && (
        <Suspense>
          <CompareDialog file={file} from={approval.version_number} to={current} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </>
  )
}
