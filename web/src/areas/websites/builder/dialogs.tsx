import type { CurrentUser } from '@throughline/contracts/auth'
import type { WebsiteContent, WebsiteElement } from '@throughline/contracts/website-content'
import { useEffect, useRef, useState } from 'react'
import { ClashDialog } from '../../../shared/draft/clash-dialog.tsx'
import { draftTexts } from '../../../shared/draft/draft.texts.ts'
import type { Conflict } from '../../../shared/draft/merging.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { spec, texts } from '../builder.texts.ts'
import { withDescriptions } from './descriptions.tsx'
import { labelOf } from './element-kinds.ts'
import { PageFrame } from './page-frame.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { SaveActions } from './use-saving.ts'
import type { Site } from './use-site.ts'

const PREVIEW_WIDTH = 1280
const DIALOG_WIDTH = 960

type PreviewProps = { content: WebsiteContent; htmlOf: (page: number) => string; first: number; onClose: () => void }

/** Every page as visitors will see it. */
function PreviewDialog({ content, htmlOf, first, onClose }: PreviewProps) {
  const [page, setPage] = useState(content.pages[first]?.id ?? '')
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(DIALOG_WIDTH - 40)
  useEffect(() => {
    if (place.current) setRoom(place.current.clientWidth)
  }, [])
  const scale = Math.min(1, room / PREVIEW_WIDTH)
  return (
    <Dialog title={spec.preview} width={DIALOG_WIDTH} onClose={onClose}>
      <div ref={place}>
        <Tabs
          label={texts.pageTabs}
          value={page}
          onChange={setPage}
          items={content.pages.map(({ id, title }, at) => ({
            value: id,
            label: title,
            content: (
              <div className="mt-3 overflow-hidden rounded-md border">
                {id === page && <PageFrame html={htmlOf(at)} title={title} width={PREVIEW_WIDTH} scale={scale} />}
              </div>
            ),
          }))}
        />
      </div>
    </Dialog>
  )
}

export type Question =
  | 'preview'
  | 'publish'
  | 'unpublish'
  | 'revert'
  | 'clash'
  | { restore: number }
  | { rollBack: number }

type QuestionsProps = {
  question: Question | undefined
  site: Site
  user: CurrentUser
  saving: SaveActions
  htmlOf: (page: number) => string
  page: number
  onRevert: () => void
  /** Told when the draft was replaced. */
  onDone: () => void
  onClose: () => void
}

/** One at a time. */
export function Questions(props: QuestionsProps) {
  const { question, site, user, saving, htmlOf, page, onRevert, onClose } = props
  const { content, website } = site
  if (question === undefined) return null
  if (question === 'preview') return <PreviewDialog content={content} htmlOf={htmlOf} first={page} onClose={onClose} />
  if (question === 'clash') return <Clash {...props} />
  if (question === 'publish')
    return (
      website && (
        <PublishDialog
          website={website}
          user={user}
          busy={saving.busy === 'publish'}
          onPublish={(include, descriptions) => {
            if (descriptions.size > 0) site.edit((now) => withDescriptions(now, descriptions))
            void saving.publish(include).then((isDone) => isDone && onClose())
          }}
          onClose={onClose}
        />
      )
    )
  if (question === 'unpublish')
    return (
      <AlertDialog
        title={texts.askUnpublish}
        confirmLabel={texts.unpublish}
        onConfirm={saving.unpublish}
        onClose={onClose}
      >
        {texts.unpublishNote}
      </AlertDialog>
    )
  if (question === 'revert')
    return (
      <AlertDialog
        title={texts.revert.title}
        confirmLabel={texts.revert.confirm}
        onConfirm={onRevert}
        onClose={onClose}
      >
        {texts.revert.text}
      </AlertDialog>
    )
  return <Older {...props} question={question} />
}

/** An older version as the draft, or public again. */
function Older({
  question,
  saving,
  onDone,
  onClose,
}: QuestionsProps & { question: { restore: number } | { rollBack: number } }) {
  const { history } = texts
  const isRestore = 'restore' in question
  const number = isRestore ? question.restore : question.rollBack
  const act = async () => {
    const isDone = await (isRestore ? saving.restore(number) : saving.rollBack(number))
    if (isDone) onDone()
    return isDone
  }
  return (
    <AlertDialog
      tone="primary"
      title={isRestore ? history.askRestore(number) : history.askRollBack(number)}
      confirmLabel={isRestore ? history.restore : history.rollBack(number)}
      onConfirm={act}
      onClose={onClose}
    >
      {isRestore ? history.restoreNote : history.rollBackNote}
    </AlertDialog>
  )
}

function Clash({ site: { clash, session }, user, saving, onClose }: QuestionsProps) {
  if (!clash) return null
  return (
    <ClashDialog
      conflicts={clash.conflicts}
      them={clash.theirs.changed_by}
      savedAt={clash.theirs.updated_at}
      user={user}
      titleOf={conflictTitle}
      onResolve={(take) => {
        session.tell({ type: 'resolved', take })
        onClose()
        void saving.save()
      }}
      onDiscard={() => {
        session.tell({ type: 'replaced', stored: clash.theirs })
        onClose()
      }}
      onClose={onClose}
    />
  )
}

const partName = (part: string): string =>
  Object.hasOwn(texts.parts, part) ? String(Reflect.get(texts.parts, part)) : part

/** What a place that two people changed is called. */
function conflictTitle({ key, element, field }: Conflict<WebsiteElement>): string {
  const { partOf } = draftTexts.clash
  if (element) return field ? partOf(labelOf(element), partName(field)) : labelOf(element)
  const [part = key] = key.split(/[ .]/)
  return field && field !== part ? partOf(partName(part), partName(field)) : partName(part)
}
