import L, { type Coords } from 'leaflet';
import { paintEdges, toSheet, type Sheet } from './edges';
import type { Basemap } from './kinds';
import { inks, type Ink } from './shapeStyles';
import { paintNames, placeNames, type Measure, type PlacedName } from './names';
import { paintShapes, type Palette, type Square } from './paint';

const side = 512;

/**
 * Draws the ground of a map, square by square on canvases: moving the map moves pictures that are done. Its colours are custom
 * properties (`--map-land` and the like), its letters those of the page.
 */
export class BasemapLayer extends L.GridLayer {
  private readonly palette: Palette;
  private readonly family: string;
  private readonly measure: Measure;
  private readonly sheet: Sheet;
  private readonly placed = new Map<number, PlacedName[]>();

  /**
   * @param element gives colours and letters
   * @param textScale how much larger than usual the letters are
   */
  constructor(
    private readonly ground: Basemap,
    element: HTMLElement,
    private readonly textScale: number,
  ) {
    super({ tileSize: side, updateWhenIdle: false, keepBuffer: 1, maxZoom: 18 });
    const style = getComputedStyle(element);
    const colorOf = (ink: Ink): string => style.getPropertyValue(`--map-${ink}`).trim() || '#888';
    this.palette = Object.fromEntries(inks.map((ink) => [ink, colorOf(ink)])) as Palette;
    this.family = style.fontFamily;
    this.measure = createMeasure(this.family);
    this.sheet = toSheet(ground.bounds);
  }

  override createTile(coords: Coords): HTMLElement {
    const canvas = document.createElement('canvas');
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    canvas.width = side * ratio;
    canvas.height = side * ratio;
    const context = canvas.getContext('2d');
    if (context) {
      context.scale(ratio, ratio);
      const square: Square = { left: coords.x * side, top: coords.y * side, side, zoom: coords.z };
      paintShapes(context, square, this.ground.shapes, this.palette);
      paintEdges(context, square, this.sheet, this.palette.beyond);
      paintNames(context, square, this.namesAt(coords.z), this.palette, this.family);
    }
    return canvas;
  }

  private namesAt(zoom: number): PlacedName[] {
    const known = this.placed.get(zoom) ?? placeNames(this.ground.names, zoom, this.measure, this.textScale);
    this.placed.set(zoom, known);
    return known;
  }
}

function createMeasure(family: string): Measure {
  const context = document.createElement('canvas').getContext('2d');
  const widths = new Map<string, number>();
  return (text, bold) => {
    const key = `${bold} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (context) context.font = `${bold ? 600 : 400} 100px ${family}`;
    const width = context?.measureText(text).width ?? text.length * 100;
    widths.set(key, width);
    return width;
  };
}
