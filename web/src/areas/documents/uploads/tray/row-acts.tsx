import { Link } from '@tanstack/react-router'
import { Pause, Play, RotateCw, Trash2, X } from 'lucide-react'
import type { Upload } from '../../../../shared/uploads/engine/upload.ts'
import { uploads } from '../../../../shared/uploads/engine/uploads.ts'
import { Button } from '../../../../ui/button.tsx'
import { buttonClass } from '../../../../ui/button-style.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { toast } from '../../../../ui/toast.ts'
import { removeDocument } from '../../documents.api.ts'
import { texts } from '../uploads.texts.ts'

const words = texts.row

type RowActsProps = { upload: Upload; onChoose: () => void }

/** What can be done about an upload, the nearest thing first. */
export function RowActs({ upload, onChoose }: RowActsProps) {
  const { key, name, phase } = upload
  if (phase === 'done') return <Open upload={upload} />
  if (phase === 'checking' || phase === 'finishing') return null
  if (phase === 'infected') return <Discard upload={upload} />
  const over = phase === 'refused' || phase === 'unchecked' || phase === 'gone'
  return (
    <span className="flex shrink-0 items-center">
      <First upload={upload} onChoose={onChoose} />
      <IconButton
        label={over ? words.remove(name) : words.cancel(name)}
        icon={X}
        onClick={() => (over ? uploads.clear(key) : uploads.cancel(key))}
      />
    </span>
  )
}

function First({ upload, onChoose }: RowActsProps) {
  const { key, name, phase, resumable } = upload
  if (phase === 'failed') return <Retry name={name} onPress={() => uploads.retry(key)} />
  if (phase === 'unchecked') return <SendAgain upload={upload} />
  if (phase === 'lost')
    return (
      <Button size="sm" aria-label={words.chooseOne(name)} onClick={onChoose}>
        {words.choose}
      </Button>
    )
  if (phase === 'paused' || phase === 'locked')
    return (
      <Button size="sm" icon={Play} aria-label={words.resumeOne(name)} onClick={() => uploads.resume(key)}>
        {words.resume}
      </Button>
    )
  const pausable = resumable && (phase === 'sending' || phase === 'offline')
  return pausable && <IconButton label={words.pause(name)} icon={Pause} onClick={() => uploads.pause(key)} />
}

const Retry = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <Button size="sm" icon={RotateCw} aria-label={words.retryOne(name)} onClick={onPress}>
    {words.retry}
  </Button>
)

/** What couldn’t be checked is not kept: its document gets the file once more, as the next version. */
function SendAgain({ upload: { key, name, target, document, file } }: { upload: Upload }) {
  if (!document || !file || target.kind !== 'document') return null
  const send = () => {
    uploads.clear(key)
    uploads.add([{ file, name }], { ...target, documentId: document.id })
  }
  return (
    <Button size="sm" icon={RotateCw} aria-label={words.sendOneAgain(name)} onClick={send}>
      {words.sendAgain}
    </Button>
  )
}

function Discard({ upload: { key, name, document } }: { upload: Upload }) {
  if (!document) return null
  const discard = async () => {
    try {
      await removeDocument(document.id)
      uploads.clear(key)
      toast.success(words.discarded)
    } catch {
      toast.error(words.notDiscarded)
    }
  }
  return <IconButton label={words.discard(name)} icon={Trash2} onClick={() => void discard()} />
}

function Open({ upload: { name, document } }: { upload: Upload }) {
  if (!document) return null
  return (
    <Link
      to="/files"
      search={{ file: document.id }}
      aria-label={words.openOne(name)}
      className={buttonClass({ variant: 'ghost', size: 'sm' })}
    >
      {words.open}
    </Link>
  )
}
