import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  position: 'Picture position',
  help: 'Drag, or use the arrow keys, to move the picture. Plus and minus zoom.',
  zoom: 'Zoom',
})
