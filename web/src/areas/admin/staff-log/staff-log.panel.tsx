import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText, ShieldCheck } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { numberText } from '../../../shared/format/count.ts'
import { ListBody, ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import { useList } from '../../../shared/list-page/use-list.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { DateOf } from '../../../shared/time-ago.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { useVerify } from '../../audit/parts/use-verify.ts'
import { VerifyBanner } from '../../audit/parts/verify-banner.tsx'
import { type StaffLogRow, staffLogQuery, verifyFrom } from '../admin.api.ts'
import { texts as adminTexts } from '../admin.texts.ts'
import { ListCard, Panel } from '../parts/panel.tsx'
import { texts } from './staff-log.texts.ts'
import { staffSentence } from './staff-sentence.ts'

const COLUMNS: readonly Column<StaffLogRow>[] = [
  { key: 'when', header: texts.when, width: 150, cell: ({ at }) => <DateOf at={at} /> },
  {
    key: 'who',
    header: texts.who,
    width: '14%',
    cell: ({ actor }) =>
      actor?.name ? (
        <span translate="no" className="font-medium">
          {actor.name}
        </span>
      ) : (
        <span className="text-fg-3">{texts.nobody}</span>
      ),
  },
  { key: 'what', header: texts.what, cell: (row) => <span className="text-fg-2">{staffSentence(row).what}</span> },
  {
    key: 'about',
    header: texts.about,
    width: '19%',
    cell: (row) => <Own text={staffSentence(row).about} />,
  },
  { key: 'reason', header: texts.reason, width: '19%', cell: (row) => <Reason text={staffSentence(row).reason} /> },
  {
    key: 'seq',
    header: texts.row,
    width: 110,
    align: 'end',
    cell: ({ seq }) => <span className="tnum text-fg-3">{seq === null ? texts.sealing : numberText(seq)}</span>,
  },
]

const Own = ({ text }: { text: string }) => (
  <span translate="no" title={text}>
    {text}
  </span>
)

const Reason = ({ text }: { text: string }) =>
  text ? <Own text={text} /> : <span className="text-fg-3">{texts.noReason}</span>

/** What staff read and did, in a chain that can be checked. */
export function StaffLogPanel() {
  const list = useList(useListRows(useInfiniteQuery(staffLogQuery())))
  const { verification, run, dismiss } = useVerify(verifyFrom)
  const timeZone = useZone()
  return (
    <Panel
      title={adminTexts.staffLog}
      note={texts.note}
      end={
        <Button icon={ShieldCheck} busy={verification?.state === 'running'} onClick={() => void run()}>
          {texts.verify}
        </Button>
      }
    >
      {verification && (
        <div className="mb-3">
          <VerifyBanner verification={verification} timeZone={timeZone} onDismiss={dismiss} />
        </div>
      )}
      <ListCard>
        <ListBody
          list={list}
          readOnly
          texts={{
            label: adminTexts.staffLog,
            loading: texts.loading,
            failed: texts.failed,
            retry: adminTexts.retry,
          }}
          empty={<ListEmpty icon={ScrollText} title={texts.empty} className="pb-6" />}
        >
          <ListTable
            list={list}
            caption={adminTexts.staffLog}
            name={({ at }) => at}
            className="min-w-240"
            columns={COLUMNS}
          />
        </ListBody>
      </ListCard>
    </Panel>
  )
}
