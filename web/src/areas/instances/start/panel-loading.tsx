import { Panel } from '../../../ui/panel.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { spec, texts } from './start.texts.ts'

export function PanelLoading({ onClose }: { onClose: () => void }) {
  return (
    <Panel title={spec.title} onClose={onClose}>
      <Loading label={texts.loadingPanel}>{null}</Loading>
    </Panel>
  )
}
