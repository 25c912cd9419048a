import type { ConnectionPage } from '@throughline/contracts/connection-acts'
import { KeyRound, Pencil } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { dateText } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Fact } from '../../../ui/section.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { spec } from '../catalogue/catalogue.texts.ts'
import type { ListedTool } from '../integrations.api.ts'
import { texts as pageTexts } from './page.texts.ts'

const texts = pageTexts.rail
const facts = 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-sm'
const TONES = { reads: 'neutral', keyed: 'success', once: 'warning' } as const

type RailProps = {
  page: ConnectionPage
  onRotate: (() => void) | undefined
  onEdit: (() => void) | undefined
  isSignIn: boolean
}

/** What was connected, its secret, and its limits. */
export function ConnectionRail({ page, onRotate, onEdit, isSignIn }: RailProps) {
  const { connection, limits, rotated_at, has_previous } = page
  const zone = useZone()
  return (
    <>
      <Card
        title={texts.connection}
        action={onEdit && <IconButton label={pageTexts.edit.label} icon={Pencil} onClick={onEdit} />}
      >
        <dl className={`${facts} px-5 py-3`}>
          <Fact name={texts.name}>
            <span translate="no" className="wrap-anywhere">
              {connection.name}
            </span>
          </Fact>
          <Fact name={texts.usableBy}>{texts[connection.usable_by]}</Fact>
        </dl>
        <p translate="no" className="border-t px-5 py-2 text-xs text-fg-3">
          {`${spec.connectedBy(connection.user_username)}, ${dateText(connection.connected_at, zone)}`}
        </p>
      </Card>
      <Card title={texts.secret}>
        <div className="space-y-3 p-5 text-sm text-fg-2">
          <p>
            {texts.sealed} {rotated_at && texts.rotated(dateText(rotated_at, zone))}
          </p>
          {has_previous && <p>{texts.both}</p>}
          {onRotate && (
            <Button size="sm" icon={KeyRound} onClick={onRotate}>
              {isSignIn ? texts.signInAgain : texts.rotate}
            </Button>
          )}
        </div>
      </Card>
      <Card title={texts.limits}>
        <dl className={`${facts} px-5 py-3`}>
          <Fact name={texts.atOnce}>{pageTexts.health.calls(limits.at_once)}</Fact>
          <Fact name={texts.perMinute}>{texts.ofMinute(limits.last_minute, limits.per_minute)}</Fact>
        </dl>
      </Card>
    </>
  )
}

/** What can be called, and what a repeat does. */
export function OperationsCard({ tool: { operations } }: { tool: ListedTool }) {
  return (
    <Card title={texts.operations}>
      <ul className="divide-y text-sm">
        {operations.map(({ name, title, repeat }) => (
          <li key={name} className="flex items-center gap-2 px-5 py-2">
            <span translate="no" className="min-w-0 flex-1 truncate" title={title}>
              {title}
            </span>
            <Tag tone={TONES[repeat]}>{texts.repeats[repeat]}</Tag>
          </li>
        ))}
      </ul>
    </Card>
  )
}
