/** The form builder with two hundred elements, in a browser, on what was built. The figures are written by the journey itself. */
import { takeFigures } from './support/take-figures.ts'

takeFigures('form-builder.figures')
