import type { MapPayload } from '../../../../model/payload';
import type { LngLat, Place } from '../kinds';
import { findBoundingBox, fitBox, project, unproject, getWorldSize } from '../../../../basemap/mercator';
import type { MapView, Placed } from '../providers/kinds';
import { readTargetSize, readTextScale } from '../../../ui/textScale';
import { buildClusters, isStack, toSpots, type Cluster, type Spot } from './cluster';
import { findLabelled } from './labels';
import { chooseMarkerStyle } from './markerStyles';
import { createClusterMarker, createPlaceMarker, createPositionMarker, createSpotMarker } from './markerElement';
import { findNextMarker, type Steered } from './findNextMarker';

/** What markers need from the page. */
export interface MarkOptions {
  settings: MapPayload;
  /** A coordinate of a place in the map's own system. */
  toMap: (at: LngLat) => LngLat;
  onOpen: (place: Place) => void;
  /** Several places at one point were asked for. */
  onStack: (places: Place[], at: LngLat) => void;
  onPoint: (id: string | undefined) => void;
  words: { cluster: (count: number) => string; position: string };
}

interface Shown {
  cluster: Cluster;
  element: HTMLButtonElement;
  placed: Placed;
}

/** Pixels beyond the window in which markers are there already, so that they need not come while the map moves. */
const beyond = 160;
/** The zoom from which names are written beside markers, and the width of a letter in pixels. */
const namesFrom = 10;
const letter = 14.5;

/**
 * The markers of a map: buttons, put together where they would lie upon each other. Only those in sight exist; one of them can be
 * reached with the tab key, the others from there with the arrow keys.
 */
export class MarkerLayer {
  private spots: Spot[] = [];
  private readonly byZoom = new Map<number, Cluster[]>();
  private readonly shown = new Map<string, Shown>();
  private open: string | undefined;
  private pointed: string | undefined;
  private position: Placed | undefined;
  private spot: Placed | undefined;
  private readonly stops: (() => void)[];

  constructor(
    private readonly view: MapView,
    private readonly options: MarkOptions,
  ) {
    const steer = (event: KeyboardEvent): void => this.steer(event);
    view.element.addEventListener('keydown', steer);
    this.stops = [view.onRest(() => this.draw()), () => view.element.removeEventListener('keydown', steer)];
  }

  /** Shows these places instead of those before. */
  set(places: readonly Place[]): void {
    this.spots = toSpots(places, this.options.toMap);
    this.byZoom.clear();
    this.draw();
  }

  /** Marks the open place, which then stands by itself. */
  setOpen(id: string | undefined): void {
    if (this.open === id) return;
    this.open = id;
    this.byZoom.clear();
    this.draw();
  }

  /** Marks the place that is pointed at in the list. */
  setPointed(id: string | undefined): void {
    this.pointed = id;
    for (const { cluster, element } of this.shown.values())
      element.classList.toggle('map-mark-pointed', id !== undefined && cluster.spots.some(({ place }) => place.id === id));
  }

  /** Marks where the visitor is. */
  setPosition(at: LngLat | undefined): void {
    this.position?.remove();
    this.position = at && this.view.put(createPositionMarker(this.options.words.position), at, 'mark');
  }

  /** Marks an address that is no place. */
  setSpot(spot: { at: LngLat; title: string } | undefined): void {
    this.spot?.remove();
    this.spot =
      spot && this.view.put(createSpotMarker(spot.title, chooseMarkerStyle({ type: '' }, this.options.settings)), spot.at, 'mark');
  }

  /** Gives the focus to the marker of a place, or to that of the places among which it is. */
  focus(id: string): boolean {
    const marker = [...this.shown.values()].find(({ cluster }) => cluster.spots.some(({ place }) => place.id === id));
    marker?.element.focus({ preventScroll: true });
    return marker !== undefined;
  }

  close(): void {
    this.stops.forEach((stop) => stop());
    this.setPosition(undefined);
    this.setSpot(undefined);
    for (const { placed } of this.shown.values()) placed.remove();
    this.shown.clear();
  }

  private clusters(zoom: number): Cluster[] {
    const known = this.byZoom.get(zoom);
    if (known) return known;
    const open = this.spots.find(({ place }) => place.id === this.open);
    const made = [
      ...(open ? [{ key: `${open.place.id} 1`, spots: [open], x: open.x, y: open.y }] : []),
      ...buildClusters(open ? this.spots.filter((spot) => spot !== open) : this.spots, zoom, readTargetSize()),
    ];
    this.byZoom.set(zoom, made);
    return made;
  }

  private draw(): void {
    const zoom = Math.round(this.view.zoom());
    const middle = project(this.view.center());
    const world = getWorldSize(this.view.zoom());
    const { clientWidth, clientHeight } = this.view.element;
    const seen = this.clusters(zoom).filter(
      ({ x, y }) => Math.abs(x - middle.x) * world < clientWidth / 2 + beyond && Math.abs(y - middle.y) * world < clientHeight / 2 + beyond,
    );
    const keys = new Set(seen.map(({ key }) => key));
    for (const [key, { placed, element }] of this.shown) {
      if (keys.has(key)) continue;
      if (element === document.activeElement) this.view.element.focus({ preventScroll: true });
      placed.remove();
      this.shown.delete(key);
    }
    for (const cluster of seen) this.show(cluster);
    this.write(seen, zoom, world);
    this.setPointed(this.pointed);
    this.settleTab();
  }

  private show(cluster: Cluster): void {
    const known = this.shown.get(cluster.key);
    const at = unproject(cluster);
    const [only] = cluster.spots;
    if (known) {
      known.cluster = cluster;
      known.placed.move(at);
    } else {
      const single = cluster.spots.length === 1 && only !== undefined;
      const element = single
        ? createPlaceMarker(only.place, chooseMarkerStyle(only.place, this.options.settings))
        : createClusterMarker(cluster.spots.length, this.options.words.cluster(cluster.spots.length));
      element.addEventListener('click', () => this.choose(cluster.key));
      element.addEventListener('pointerenter', () => this.options.onPoint(single ? only.place.id : undefined));
      element.addEventListener('pointerleave', () => this.options.onPoint(undefined));
      this.shown.set(cluster.key, { cluster, element, placed: this.view.put(element, at, 'mark') });
    }
    this.shown.get(cluster.key)?.element.classList.toggle('map-mark-open', cluster.spots.length === 1 && only?.place.id === this.open);
  }

  private choose(key: string): void {
    const chosen = this.shown.get(key);
    const [only, ...others] = chosen?.cluster.spots ?? [];
    if (!chosen || !only) return;
    if (others.length === 0) return this.options.onOpen(only.place);
    const { spots } = chosen.cluster;
    const zoom = this.view.zoom();
    const places = spots.map(({ place }) => place);
    if (isStack(spots, this.view.zooms.max) || zoom >= this.view.zooms.max) return this.options.onStack(places, only.at);
    const box = findBoundingBox(spots);
    if (!box) return;
    const { clientWidth, clientHeight } = this.view.element;
    const fit = fitBox(box, { width: clientWidth * 0.7, height: clientHeight * 0.6 }, this.view.zooms);
    this.view.go(unproject(fit.middle), Math.max(Math.min(fit.zoom, 17), Math.floor(zoom) + 1), true);
  }

  /** Names beside markers, where they lie on nothing. */
  private write(seen: readonly Cluster[], zoom: number, world: number): void {
    const wide = letter * readTextScale();
    const markers = seen.map(({ key, x, y, spots }) => ({
      key,
      x: x * world,
      y: y * world,
      radius: spots.length === 1 ? 16 : 22,
      width: spots.length === 1 && zoom >= namesFrom ? [...(spots[0]?.place.title ?? '')].length * wide + 8 : 0,
    }));
    const room = findLabelled(markers);
    for (const [key, { element }] of this.shown) element.classList.toggle('map-mark-named', room.has(key));
  }

  private settleTab(): void {
    const markers = [...this.shown.values()].map(({ element }) => element);
    const current =
      markers.find((element) => element === document.activeElement) ?? markers.find((element) => element.tabIndex === 0) ?? markers[0];
    for (const element of markers) element.tabIndex = element === current ? 0 : -1;
  }

  private steer(event: KeyboardEvent): void {
    const from = [...this.shown.values()].find(({ element }) => element === event.target)?.element;
    if (!from) return;
    const places = [...this.shown.values()].map(({ element }): Steered => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { element, x: left + width / 2, y: top + height / 2 };
    });
    const start = places.find(({ element }) => element === from);
    const window = this.view.element.getBoundingClientRect();
    const inSight = places.filter(({ x, y }) => x > window.left && x < window.right && y > window.top && y < window.bottom);
    const next = start && findNextMarker(start, inSight, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    from.tabIndex = -1;
    next.element.tabIndex = 0;
    next.element.focus({ preventScroll: true });
  }
}
