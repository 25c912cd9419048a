import type { DocumentDecision } from '@throughline/contracts/documents'
import { useZone } from '../../../shared/current-user.ts'
import { whenText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { cn } from '../../../ui/cn.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { texts } from './decision.texts.ts'

/** What was decided about one version; it stays with it. */
export function Verdicts({ decisions }: { decisions: readonly DocumentDecision[] }) {
  const zone = useZone()
  const now = useNow()
  if (decisions.length === 0) return null
  return (
    <ul className="mt-1 space-y-1">
      {decisions.map(({ verdict, by, at, comment }) => (
        <li key={at} className="text-xs">
          <p
            translate="no"
            className={cn(
              'flex items-center gap-1.5 font-medium',
              verdict === 'approve' ? 'text-success-fg' : 'text-danger-fg',
            )}
          >
            <StatusGlyph status={verdict === 'approve' ? 'approved' : 'rejected'} size={12} />
            {texts.verdictBy[verdict](by?.name ?? texts.somebody, whenText(at, zone, now))}
          </p>
          {comment && (
            <p translate="no" dir="auto" className="mt-0.5 ml-4.5 break-words whitespace-pre-line text-fg-2">
              {comment}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
