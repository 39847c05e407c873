import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Reading } from "@/api/document";
import type { ApiError } from "@/api/errors";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import styles from "./Document.module.css";
import { pageAt, pictureWidth, tops, typedPage, wanted } from "./layout";
import { Page } from "./Page";

/** Possible widths of a page, depending on the window's width. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const WHOLE = ZOOMS.indexOf(1);
/** The largest width of a page in CSS pixels, unless the reader enlarges it. */
const COMFORTABLE = 1_000;

/** The pages below one another, each a picture drawn by the server with the reader's name in it. */
export function Viewer({
  opened,
  reading,
  title,
  before,
  after,
  onOver,
}: {
  opened: components["schemas"]["DocumentPages"];
  reading: Reading;
  title: string;
  /** Content of the bar before and after the tools. */
  before?: ReactNode;
  after?: ReactNode;
  onOver: (error: ApiError) => void;
}) {
  const { shapes, widths, viewing, watermark } = opened;
  const count = shapes.length;
  const bar = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<number>(WHOLE);
  const scale = ZOOMS[zoom] ?? 1;
  const column = useWidth(paper);
  const width = Math.round(Math.min(column, COMFORTABLE) * scale);
  const all = useMemo(() => tops(shapes, width), [shapes, width]);
  const { page, near } = usePlace(paper, bar, all, width > 0);

  const turn = (to: number, smooth = false) => {
    const at = Math.min(Math.max(to, 1), count);
    const found = paper.current?.querySelector(`[data-page="${at}"]`);
    found?.scrollIntoView?.({ block: "start", behavior: smooth ? "smooth" : "auto" });
  };
  const kept = useRef(page);
  const grow = (to: number) => {
    kept.current = page;
    setZoom(Math.min(Math.max(to, 0), ZOOMS.length - 1));
  };
  // The page that was read stays in place when all of them change their size.
  // biome-ignore lint/correctness/useExhaustiveDependencies: turn is made anew each time, and means the same.
  useLayoutEffect(() => {
    if (kept.current > 1) turn(kept.current);
  }, [zoom]);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case "PageDown":
      case "ArrowRight":
        turn(page + 1);
        break;
      case "PageUp":
      case "ArrowLeft":
        turn(page - 1);
        break;
      case "Home":
        turn(1);
        break;
      case "End":
        turn(count);
        break;
      case "+":
        grow(zoom + 1);
        break;
      case "-":
        grow(zoom - 1);
        break;
      case "0":
        grow(WHOLE);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const mark = watermark.lines.join("　");
  const pixels = pictureWidth(widths, width * Math.min(window.devicePixelRatio || 1, 2));
  return (
    <section className={styles.viewer} aria-label="資料の閲覧画面">
      <p className={styles.noPrint}>この資料は印刷できません。画面でご覧ください。</p>
      <div ref={bar} className={styles.tools} role="toolbar" aria-label="ページと表示の大きさ">
        {before}
        <span className={styles.turn}>
          <Button aria-label="前のページ" onClick={() => turn(page - 1)}>
            <ChevronLeft aria-hidden size={18} />
          </Button>
          <PageField page={page} count={count} onTurn={turn} />
          <Button aria-label="次のページ" onClick={() => turn(page + 1)}>
            <ChevronRight aria-hidden size={18} />
          </Button>
        </span>
        <span className={styles.zoom}>
          <Button aria-label="縮小する" onClick={() => grow(zoom - 1)}>
            <ZoomOut aria-hidden size={18} />
          </Button>
          <span className={styles.percent}>{Math.round(scale * 100)}%</span>
          <Button aria-label="拡大する" onClick={() => grow(zoom + 1)}>
            <ZoomIn aria-hidden size={18} />
          </Button>
        </span>
        {after}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: pages are turned by keyboard. */}
      <section ref={paper} className={styles.paper} tabIndex={0} aria-label="資料のページ" onKeyDown={press}>
        {width > 0 &&
          shapes.map((shape, index) => (
            <Page
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
              key={index}
              page={index + 1}
              width={width}
              height={Math.round(width * shape)}
              isNear={index + 1 >= near[0] && index + 1 <= near[1]}
              reading={reading}
              viewing={viewing}
              pixels={pixels}
              label={`${title}　${index + 1}／${count}ページ。閲覧者の透かし入り：${mark}`}
              onOver={onOver}
            />
          ))}
      </section>
    </section>
  );
}

/** The current page's number, and a field to go to another. */
function PageField({ page, count, onTurn }: { page: number; count: number; onTurn: (page: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const to = typedPage(typed ?? "", count);
    if (to !== null) onTurn(to);
    setTyped(null);
  };
  return (
    <span className={styles.place}>
      <input
        aria-label="ページ番号"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) go();
          if (event.key === "Escape") setTyped(null);
        }}
      />
      <span role="status">
        <span className={styles.said}>{page}ページ目、</span>／{count}
        <span className={styles.word}>ページ</span>
      </span>
    </span>
  );
}

/** The available width for a page. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

/** The current page, and the range of pages close to the visible part. */
function usePlace(
  paper: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
  all: readonly number[],
  isShown: boolean,
) {
  const [place, setPlace] = useState({ page: 1, first: 1, last: Math.min(2, all.length - 1) });
  const look = useCallback(() => {
    const top = paper.current?.getBoundingClientRect().top ?? 0;
    const under = bar.current?.getBoundingClientRect().bottom ?? 0;
    const [first, last] = wanted(all, under - top, window.innerHeight - top);
    // The page in the upper part of the screen.
    const read = pageAt(all, under - top + (window.innerHeight - under) / 3);
    setPlace((was) =>
      was.page === read && was.first === first && was.last === last ? was : { page: read, first, last },
    );
  }, [paper, bar, all]);
  useEffect(() => {
    if (!isShown) return;
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    window.addEventListener("scroll", soon, { passive: true });
    window.addEventListener("resize", soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", soon);
      window.removeEventListener("resize", soon);
    };
  }, [look, isShown]);
  return { page: place.page, near: [place.first, place.last] as const };
}
