import { useNavigate } from '@tanstack/react-router'
import type { Workflow } from '@throughline/contracts/workflows'
import { Copy, Download, Pencil, RotateCcw, Settings2 } from 'lucide-react'
import type { Ref } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu-items.tsx'
import { modKey } from '../../../ui/mod-key.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { SplitButton } from '../../../ui/split-button.tsx'
import { texts } from '../builder.texts.ts'
import { workflowCalls } from '../workflows.api.ts'
import type { BuilderQuestion } from './save-acts-reduce.ts'
import type { useSaving } from './use-saving.ts'

type Saving = ReturnType<typeof useSaving>

type EditingButtonsProps = {
  workflow: Workflow | undefined
  /** Something is not on the server yet. */
  unsent: boolean
  /** Something was changed since edit mode began or Save was pressed. */
  touched: boolean
  /** Something is not published yet. */
  changed: boolean
  broken: boolean
  saving: Saving
  ask: (question: BuilderQuestion | undefined) => void
  onStop: () => void
}

/** While editing: Cancel, Save for the draft, and Publish with what else can be done. */
export function EditingButtons(props: EditingButtonsProps) {
  const { workflow, unsent, touched, changed, broken, saving, ask, onStop } = props
  const navigate = useNavigate()
  const cancel = () => {
    if (!workflow && !unsent) void navigate({ to: '/workflows' })
    else if (touched || broken || !workflow) ask('leave')
    else onStop()
  }
  const canSave = touched && !broken
  return (
    <>
      <Button onClick={cancel}>{texts.cancel}</Button>
      <Button
        {...(canSave && { kbd: modKey('S') })}
        busy={saving.busy}
        disabled={!canSave}
        onClick={() => void saving.save()}
        className="@max-[1100px]:[&_kbd]:hidden"
      >
        {texts.save}
      </Button>
      <SplitButton
        variant="primary"
        disabled={!changed || broken}
        menuStays
        menuLabel={texts.moreActions}
        onClick={() => void (!saving.busy && saving.askToPublish())}
        menu={<Acts workflow={workflow} canDiscard={changed} ask={ask} />}
      >
        {texts.publishAct}
      </SplitButton>
    </>
  )
}

type ActsProps = Pick<EditingButtonsProps, 'workflow' | 'ask'> & { canDiscard: boolean }

function Acts({ workflow, canDiscard, ask }: ActsProps) {
  const { menu } = texts
  const files = useFileActs(workflow)
  return (
    <>
      {/* Before the first version there is none to go back to. */}
      {canDiscard && workflow?.current_version && (
        <>
          <MenuItem icon={RotateCcw} danger onSelect={() => ask('discard')}>
            {menu.discard}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={Settings2} onSelect={() => ask('settings')}>
        {menu.settings}
      </MenuItem>
      {files && (
        <>
          <MenuItem icon={Copy} onSelect={files.duplicate}>
            {menu.duplicate}
          </MenuItem>
          <MenuItem icon={Download} onSelect={files.export}>
            {menu.export}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** What makes something else of the workflow. */
function useFileActs(workflow: Workflow | undefined) {
  const navigate = useNavigate()
  const { run } = useAct()
  if (!workflow) return undefined
  const { id, prefix } = workflow
  const duplicate = async () => {
    const { data } = await workflowCalls.duplicate(id)
    void navigate({ to: '/workflow-builder/$workflowId', params: { workflowId: data.id } })
    return data
  }
  const download = async () => saveFile(await workflowCalls.exportFile(id), `${prefix}.json`)
  return {
    duplicate: () =>
      void run({ call: duplicate, done: ({ name }) => texts.duplicated(name), failed: texts.duplicateFailed }),
    export: () => void run({ call: download, failed: texts.exportFailed }),
  }
}

type ViewingButtonsProps = { changed: boolean; saving: Saving; wayBack: Ref<HTMLButtonElement>; onEdit: () => void }

/** While looking: Edit, and Publish for a draft that nobody published yet. */
export function ViewingButtons({ changed, saving, wayBack, onEdit }: ViewingButtonsProps) {
  return (
    <>
      <Button ref={wayBack} variant={changed ? 'secondary' : 'primary'} icon={Pencil} kbd="E" onClick={onEdit}>
        {texts.edit}
      </Button>
      {changed && (
        <Button variant="primary" busy={saving.busy} onClick={() => void saving.askToPublish()}>
          {texts.publishAct}
        </Button>
      )}
    </>
  )
}
