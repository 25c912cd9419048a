import { Link } from '@tanstack/react-router'
import type { WorkflowAnalytics } from '@throughline/contracts/analytics'
import { useZone } from '../../../shared/current-user.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { texts } from '../analytics.texts.ts'
import { FigureTable, Head, numberCell, RowName, rowClass } from './cells.tsx'
import { ChartCard, NothingShown } from './chart-card.tsx'
import { timeText } from './slow-tasks.tsx'

/** Too few for medians: the cases themselves. */
export function Cases({ cases }: Pick<WorkflowAnalytics, 'cases'>) {
  const zone = useZone()
  const now = useNow()
  return (
    <ChartCard title={texts.casesTitle} note={texts.fewNote} className="mt-3">
      {cases.length === 0 ? (
        <NothingShown>{texts.noCases}</NothingShown>
      ) : (
        <FigureTable
          caption={texts.casesTitle}
          className="pb-2"
          head={
            <>
              <Head>{texts.instance}</Head>
              <Head right sort="descending">
                {texts.ended}
              </Head>
              <Head right>{texts.duration}</Head>
              <Head>{texts.columns.status}</Head>
            </>
          }
        >
          {cases.map(({ id, key, name, completed_at, duration_s, late }) => (
            <tr key={id} className={rowClass}>
              <RowName>
                <Link to="/instances/$instanceId" params={{ instanceId: id }} className="rounded-xs hover:underline">
                  {name}
                </Link>{' '}
                <span className="text-xs font-normal text-fg-3">{key}</span>
              </RowName>
              <td className={numberCell}>{shortDate(completed_at, zone, now)}</td>
              <td className={numberCell}>{timeText(duration_s)}</td>
              <td className={late ? 'text-danger-fg' : 'text-fg-2'}>
                {late === null ? texts.noDueDate : late ? texts.lateWord : texts.onTimeWord}
              </td>
            </tr>
          ))}
        </FigureTable>
      )}
    </ChartCard>
  )
}
