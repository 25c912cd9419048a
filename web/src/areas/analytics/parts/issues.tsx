import type { Overview } from '@throughline/contracts/analytics'
import type { CountedLinks } from '@throughline/contracts/counted-figures'
import { numberText } from '../../../shared/format/count.ts'
import { durationText } from '../../../shared/format/duration.ts'
import { listText } from '../../../shared/format/list-text.ts'
import { spec, texts } from '../analytics.texts.ts'
import { ChartCard, NothingShown } from './chart-card.tsx'
import { Figure } from './figure.tsx'

export function Issues({ issues: { rows, errors }, links }: { issues: Overview['issues']; links: CountedLinks }) {
  if (rows.length === 0)
    return (
      <ChartCard title={spec.issues}>
        <NothingShown>{spec.none.issues}</NothingShown>
      </ChartCard>
    )
  return (
    <ChartCard title={spec.issues}>
      <ul className="divide-y px-4 pt-1 pb-2">
        {rows.map(({ issue, count, open, workflows, resolved_s }) => (
          <li key={issue} className="flex items-center gap-3 py-2.5">
            <span className="tnum grid h-6 min-w-8 place-items-center rounded-[5px] bg-danger-bg px-1.5 text-xs font-semibold text-danger-fg">
              <Figure open={links.issue(issue)} label={texts.inWorkflow(texts.issueTimes(count), issue)}>
                {numberText(count)}
              </Figure>
            </span>
            <span className="min-w-0 flex-1">
              <span translate="no" title={issue} className="block truncate font-medium">
                {issue}
              </span>
              <span translate="no" className="block truncate text-xs text-fg-3">
                {listText(workflows.map(({ name }) => name))}
              </span>
            </span>
            {open > 0 && (
              <Figure
                open={links.issueOpen(issue)}
                label={texts.inWorkflow(texts.openIssues(open), issue)}
                className="text-xs font-medium text-danger-fg"
              >
                {texts.openIssues(open)}
              </Figure>
            )}
            {resolved_s !== null && (
              <span className="tnum text-xs whitespace-nowrap text-fg-3">
                {texts.resolvedIn(durationText(resolved_s * 1000))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-auto border-t px-4 py-2.5 text-xs text-fg-3">
        <Figure open={links.errors()} label={texts.openThese(texts.allErrors(errors))}>
          {texts.allErrors(errors)}
        </Figure>
      </p>
    </ChartCard>
  )
}
