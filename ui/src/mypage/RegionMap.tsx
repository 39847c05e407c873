import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { regionFiguresQuery } from "@/api/listing";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import { Link } from "@/kit/Link";
import { useNavigate } from "@/lib/location";
import { Part } from "./Part";
import styles from "./RegionMap.module.css";
import { prefectureText, REGION_BLOCKS, regionHref, shadeOf } from "./regions";

type Figures = components["schemas"]["RegionFigures"];

/** The side of a square of the map and the gap between two blocks, in SVG units. */
const SIDE = 50;
const GAP = 3;

/** The listings visible to the user by published region: a schematic map and a table. */
export function RegionMap() {
  const figures = useQuery(regionFiguresQuery);
  const places = useMaster<components["schemas"]["RegionPlaces"][]>("prefectures");
  const hrefs = new Map(
    (places.data ?? []).map(({ key, items }) => [key, regionHref(items.map(({ code }) => code))]),
  );
  return (
    <Part
      title="公開中の案件の地域"
      count={figures.data?.allCount}
      help="公開期間内で、あなたが見られる案件を、公開されている所在地で数えています。複数の地域を公開する案件は、そのどの地域にも数えます。地域を選ぶと、その地域の案件を検索します。"
      pending={figures.isPending || places.isPending}
      error={figures.error ?? places.error}
      failed="地域ごとの件数の取得に失敗しました。"
      retry={() => {
        void figures.refetch();
        void places.refetch();
      }}
    >
      {figures.data && (
        <>
          <Blocks figures={figures.data} hrefs={hrefs} />
          <Table figures={figures.data} hrefs={hrefs} />
        </>
      )}
    </Part>
  );
}

type Hrefs = ReadonlyMap<number, string>;

function Blocks({ figures, hrefs }: { figures: Figures; hrefs: Hrefs }) {
  const navigate = useNavigate();
  const max = Math.max(...figures.regionList.map(({ count }) => count), 1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the links in the SVG form a group, and an SVG cannot contain a fieldset.
    <svg
      className={styles.map}
      viewBox={`0 0 ${SIDE * 6} ${SIDE * 5}`}
      role="group"
      aria-label="地域ごとの公開中の案件の数"
    >
      {figures.regionList.map(({ region, count }) => {
        const block = REGION_BLOCKS[region];
        const href = hrefs.get(region);
        if (!block || !href) return null;
        const width = block.w * SIDE - GAP;
        const height = block.h * SIDE - GAP;
        const x = block.x * SIDE;
        const y = block.y * SIDE;
        const top = y + height / 2 - (block.name.length * 15 + 20) / 2 + 11;
        return (
          <a
            key={region}
            href={href}
            className={styles.block}
            data-shade={shadeOf(count, max)}
            aria-label={`${block.name.join("")}${count}件の案件を検索する`}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
              event.preventDefault();
              navigate(href);
            }}
          >
            <rect x={x} y={y} width={width} height={height} rx={6} />
            <text x={x + width / 2} y={top} textAnchor="middle" aria-hidden>
              {block.name.map((line, index) => (
                <tspan key={line} x={x + width / 2} dy={index === 0 ? 0 : 15}>
                  {line}
                </tspan>
              ))}
              <tspan x={x + width / 2} dy={20} className={styles.number}>
                {count}
              </tspan>
            </text>
          </a>
        );
      })}
    </svg>
  );
}

function Table({ figures, hrefs }: { figures: Figures; hrefs: Hrefs }) {
  const id = useId();
  return (
    <details className={styles.details}>
      <summary>件数を表で見る</summary>
      <p id={id}>都道府県は、都道府県まで公開している案件だけを数えています。</p>
      <table aria-describedby={id}>
        <thead>
          <tr>
            <th scope="col">地域</th>
            <th scope="col">件数</th>
            <th scope="col">うち都道府県まで公開</th>
          </tr>
        </thead>
        <tbody>
          {figures.regionList.map((figure) => (
            <tr key={figure.region}>
              <th scope="row">
                <Link href={hrefs.get(figure.region) ?? "/seller-business"}>{figure.label}</Link>
              </th>
              <td>{figure.count}</td>
              <td>{prefectureText(figure) || "―"}</td>
            </tr>
          ))}
          {figures.elsewhere > 0 && (
            <tr>
              <th scope="row">地域を問わない・海外</th>
              <td>{figures.elsewhere}</td>
              <td>―</td>
            </tr>
          )}
        </tbody>
      </table>
    </details>
  );
}
