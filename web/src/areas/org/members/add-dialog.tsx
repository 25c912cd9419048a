import type { TenantId } from '@throughline/contracts/ids'
import { type KeyboardEvent, useId, useState } from 'react'
import { can, useCurrentUser } from '../../../shared/current-user.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { spec, texts } from '../members.texts.ts'
import { OnePerson } from './one-person.tsx'
import { PasteMany } from './paste-many.tsx'
import { PasteResult } from './paste-result.tsx'
import { type Inviting, useGrant } from './use-invite.ts'
import { type SentLine, usePaste } from './use-paste.ts'
import { WaitingFoot, WaitingForSeats } from './waiting-for-seats.tsx'

const addTexts = texts.addDialog

type AddDialogProps = { orgId: TenantId; onSent: () => void; onClose: () => void }

export function AddDialog({ orgId, onSent, onClose }: AddDialogProps) {
  const form = useId()
  const grant = useGrant()
  const inviting = { orgId, grant, onSent, onClose }
  const paste = usePaste(inviting)
  const [mode, setMode] = useState<'one' | 'many'>('one')
  const [busy, setBusy] = useState(false)
  const { lines } = paste
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || !hasMod(event)) return
    event.preventDefault()
    if (mode === 'many') paste.send()
    else event.currentTarget.querySelector('form')?.requestSubmit()
  }
  const sendMany = addTexts.send(lines ? paste.bad.length : paste.count)
  if (lines && paste.waiting) return <SeatsDialog {...inviting} paste={paste} lines={lines} waiting={paste.waiting} />
  return (
    <Dialog
      onClose={onClose}
      title={spec.add}
      note={addTexts.note}
      width={lines ? 744 : 560}
      footer={lines && <span className="flex-1 text-xs text-fg-3">{texts.result.edit(paste.bad.length)}</span>}
      cancelLabel={lines && texts.result.done}
      action={{
        kbd: modKey('↵'),
        ...(mode === 'one'
          ? { label: addTexts.sendOne, type: 'submit', form, busy }
          : { label: sendMany, busy: paste.busy, onClick: paste.send }),
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the fields inside bubble to it */}
      <div onKeyDown={onKeyDown}>
        {paste.failure && (
          <Banner tone="danger" title={spec.addFailed} className="mb-4">
            {paste.failure.reason}
          </Banner>
        )}
        {lines ? (
          <PasteResult
            lines={lines}
            grant={grant}
            sending={paste.sending}
            onEdit={paste.edit}
            onLeaveOut={paste.leaveOut}
          />
        ) : (
          <>
            <div className="pb-4">
              <Segmented
                label={addTexts.how}
                value={mode}
                onChange={setMode}
                items={[
                  { value: 'one', label: addTexts.one },
                  { value: 'many', label: addTexts.many },
                ]}
              />
            </div>
            {mode === 'one' ? (
              <OnePerson {...inviting} id={form} onBusy={setBusy} />
            ) : (
              <PasteMany text={paste.text} onChange={paste.change} problem={paste.problem} grant={grant} />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

type SeatsDialogProps = Inviting & {
  paste: ReturnType<typeof usePaste>
  lines: readonly SentLine[]
  waiting: { lines: readonly SentLine[]; seats: number }
}

/** The list was right, and longer than there are seats. */
function SeatsDialog({ orgId, grant, onClose, paste, lines, waiting }: SeatsDialogProps) {
  const user = useCurrentUser()
  const sent = lines.length - waiting.lines.length
  return (
    <Dialog
      onClose={onClose}
      title={texts.result.invited(sent, lines.length)}
      note={user && texts.result.seatsTaken(waiting.seats, user.tenant_name)}
      width={600}
      footer={
        <WaitingFoot
          lines={waiting.lines}
          maySeePlans={can(user, 'billing.manage')}
          busy={paste.busy}
          onSend={paste.send}
        />
      }
    >
      {paste.failure && (
        <Banner tone="danger" title={spec.addFailed} className="mb-4">
          {paste.failure.reason}
        </Banner>
      )}
      <WaitingForSeats orgId={orgId} {...waiting} role={grant.role?.display_name ?? ''} />
    </Dialog>
  )
}
