import { useQuery } from "@tanstack/react-query";
import { officeMarketPricesQuery } from "@/api/office";
import { failureText } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Skeleton } from "@/kit/Skeleton";
import { MarketPrices } from "@/sale/MarketPrices";
import { officePage } from "../page";

/** /office/market-prices: the same figures as the members read; the office knows no deal behind them. */
function MarketScreen() {
  const query = useQuery(officeMarketPricesQuery);
  return (
    <>
      <Heading level={1}>成約の相場</Heading>
      {query.isPending ? (
        <Skeleton rows={6} />
      ) : query.isError ? (
        <EmptyState
          title="相場を読み込めませんでした"
          action={<Button onClick={() => query.refetch()}>もう一度読み込む</Button>}
        >
          {failureText(query.error, "しばらくたってから、もう一度お試しください。")}
        </EmptyState>
      ) : (
        <MarketPrices prices={query.data} />
      )}
    </>
  );
}

export default officePage(MarketScreen);
