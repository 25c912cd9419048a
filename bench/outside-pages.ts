/** How soon strangers see the landing page and a published one. The figures are written by the journey itself. */
import { takeFigures } from './support/take-figures.ts'

takeFigures('outside-pages.figures')
