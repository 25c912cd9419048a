import { BannerPanel } from './inspector/banner-panel.tsx'
import { ElementPanel } from './inspector/element-panel.tsx'
import { SettingsPanel, ThanksPanel } from './inspector/settings-panel.tsx'
import { VersionsPanel } from './inspector/versions-panel.tsx'
import type { SessionState } from './session.ts'
import type { Edits } from './use-edits.ts'
import type { View } from './use-view.ts'

type SideProps = {
  view: View
  state: SessionState
  edits: Edits | undefined
  onRestore: ((number: number) => void) | undefined
  onDiscard: (() => void) | undefined
}

/** What stands beside the form: one of its panels, or everything about the element that is selected. */
export function Side({ view, state, edits, onRestore, onDiscard }: SideProps) {
  const { stored: form, content } = state
  const close = () => view.openPanel(undefined)
  if (view.panel === 'versions')
    return (
      form && (
        <VersionsPanel
          form={form}
          onRestore={onRestore}
          onDiscard={onDiscard}
          onShow={view.showVersion}
          onClose={close}
        />
      )
    )
  if (!edits) return null
  if (view.panel === 'banner') return <BannerPanel banner={content.banner} edits={edits} onClose={close} />
  if (view.panel === 'thanks') return <ThanksPanel content={content} edits={edits} onClose={close} />
  if (view.panel === 'settings') return <SettingsPanel content={content} form={form} edits={edits} onClose={close} />
  const element = content.elements.find(({ id }) => id === view.selected)
  if (!element) return null
  return (
    <ElementPanel
      key={element.id}
      element={element}
      content={content}
      formId={form?.id}
      fresh={view.fresh === element.id}
      edits={edits}
      onClose={() => view.select(undefined)}
    />
  )
}
